/** The parts of blessed in use: all of it takes much longer to load. The build makes one file of this and what it requires. */
module.exports = {
  Node: require("blessed/lib/widgets/node"),
  Program: require("blessed/lib/program"),
  Screen: require("blessed/lib/widgets/screen"),
  Box: require("blessed/lib/widgets/box"),
};
