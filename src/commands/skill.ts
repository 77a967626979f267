/** /skill: lists the skills, or gives the model the whole of one, with what the user says about it. */
import { skillPrompt } from "../context/system-parts.ts";
import type { CommandEntry, CommandHost } from "./command.ts";

export const skill: CommandEntry = {
  name: "skill",
  aliases: ["skills"],
  usage: "[NAME [TEXT]]",
  summary: "list the skills, or have one used",
  whileBusy: false,
  async run(host, args) {
    const [, name = "", words = ""] = /^(\S*)\s*([\s\S]*)$/.exec(args) ?? [];
    return name === "" ? list(host) : use(host, name, words);
  },
};

async function list({ say, skills }: CommandHost): Promise<void> {
  const known = await skills.list();
  if (known.length === 0)
    return say("There are no skills: a skill is a folder with a SKILL.md (see the README).");
  const rows = known.map(({ name, description, owner }) => {
    const whose = owner === "project" ? " (of this project)" : "";
    return `  ${name}${whose}: ${description}`;
  });
  say(["Skills:", ...rows, "Use one with /skill NAME, and what you want after it."].join("\n"));
}

async function use(host: CommandHost, name: string, words: string): Promise<void> {
  const { skills, say } = host;
  const known = await skills.list();
  const found = known.find((candidate) => candidate.name === name);
  if (found === undefined) {
    const names = known.map((candidate) => candidate.name).join(", ") || "none";
    return say(`Error: there is no skill ${JSON.stringify(name)}. Skills: ${names}`);
  }
  const body = await skills.body(found);
  if (body.kind === "failed") return say(`Error: the skill ${name} cannot be read: ${body.reason}.`);
  if (body.cut) say(`The skill ${name} is too long: the model gets only its beginning.`);
  host.prompt(skillPrompt(found, body.text, words));
}
