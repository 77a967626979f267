/** The entries that are kept with the tests: as unlike one another as the database allows. */

export const sampleTerms: readonly string[] = [
  ..."xterm-256color xterm xterm-direct xterm-8bit screen screen-256color tmux-256color linux".split(" "),
  ..."vt52 vt100 vt220 vt320-k311 ansi sun wy50 wy60 wy350 adm3a tvi950 tvi912b hp hpterm hp2392".split(" "),
  ..."putty rxvt-unicode st-256color dtterm cygwin dumb unknown ibm3151 tek4107 tek4207-s Eterm".split(" "),
  ..."qnx att605 att730 aaa ctrm icl6404 d220 minitel1 viewdata cons25 c100".split(" "),
];

export const syntheticTerms: readonly string[] = ["noesc", "noesc-npc", "noesc-xon"];
