/** blessed's own widgets, for tests that put them on our screen. The program itself loads none of them. */
import blessed from "blessed";

export const { box, button, checkbox, form, list, question, table, textarea, textbox } = blessed;
