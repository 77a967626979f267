/** What is known of programs by their names. Everything that decides about commands reads these tables and no others. */

const words = (text: string) => new Set(text.trim().split(/\s+/));

/** They run what they are given: text, a file, or other programs. Their names alone tell nothing of what happens. */
export const interpreters = words(`
  bash sh zsh dash ksh mksh fish csh tcsh ash busybox toybox python python2 python3 pypy pypy3 perl ruby node nodejs deno
  bun php lua luajit tclsh wish expect osascript pwsh Rscript julia guile scheme racket sbcl ghci erl elixir iex awk gawk
  mawk nawk sed ed ex vi vim nvim emacs emacsclient m4 gdb lldb make gmake cmake ninja just rake ant gradle mvn sqlite3
  psql mysql eval exec source . trap`);

/** They run the program that stands among their arguments. */
export const wrappers = words(`
  env sudo doas su nohup nice ionice timeout time command builtin stdbuf setsid chroot unshare nsenter watch xargs
  parallel find fd strace ltrace script flock runuser start-stop-daemon systemd-run at batch caffeinate proot bwrap firejail
  entr exec`);

/** They talk to other machines, so what they are given can leave this one. */
export const networkers = words(`
  curl wget fetch aria2c http https httpie xh ssh scp sftp rsync ftp lftp tftp telnet nc ncat netcat socat nmap ping dig
  host nslookup whois mail mailx sendmail mutt rclone aws gcloud az gsutil gh glab hub docker podman kubectl helm lynx w3m
  links elinks openssl git-remote-https`);

/** What comes after the name says what they do. */
export const withSubcommands = words(`
  git npm pnpm yarn npx cargo go docker podman kubectl helm pip pip3 apt apt-get brew dnf pacman pkg systemctl gh glab
  terraform aws gcloud az rustup poetry uv bundle gem composer dotnet flatpak snap nix conda hg svn`);

/** Subcommands whose own first argument says what is run. */
export const runners = words("run exec x dlx create");

/** Their output may be a program. */
export const downloaders = words("curl wget fetch aria2c http https httpie xh nc ncat netcat socat");

/** As programs know themselves: without a path, in small letters. */
export function programName(word: string): string {
  return (word.split("/").at(-1) ?? "").toLowerCase();
}
