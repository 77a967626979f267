// The least that a program in Node can do with keys: the measure for the start of the full screen.
const { stdin, stdout } = process;
stdin.setRawMode(true);
stdin.setEncoding("utf8");
stdout.write("> ");
stdin.on("data", (text) => {
  for (const key of text) {
    if (key === "\x03") process.exit(0);
    stdout.write(key === "\r" ? "\r\n> " : key);
  }
});
stdin.resume();
