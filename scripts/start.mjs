// `npm start`: makes sure that the program is built, then becomes it.
import { ensure } from "./ensure.mjs";

ensure();
await import("../dist/main.js");
