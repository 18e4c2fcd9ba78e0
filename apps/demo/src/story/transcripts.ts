import type { Key } from './notation.ts';

/** A step of a run: what is said and, by the agent, a tool call with its input and output. */
export type Step = readonly [
  source: 'user' | 'agent',
  message: string,
  call?: readonly [tool: 'execute' | 'read' | 'edit', title: string, output: string],
];

/** Transcripts of some runs. */
// biome-ignore format: a step a line
export const TRANSCRIPTS: Readonly<Record<Key, readonly Step[]>> = {
  'children-shelf': [
    ['user', 'Task #1: Describe the children’s shelf. The last review returned criterion c3: No description tells the end.'],
    ['agent', 'Two records were named in the review. I look for others that give away the end before I change anything.', ['execute', 'catalogue grep --shelf children --field description "in the end|finally|it was"', '30 087  … and finally the owl finds her own nest.\n30 114  … it was her grandmother in the boat.\n30 131  … in the end all of them share the pear.\n30 166  … and it was only the wind.\n30 209  … in the end it turns out that the baker ate it.\n30 240  … finally the two moons meet.']],
    ['agent', 'Six records, with the two that were named.', ['read', '30 114 The Lantern Boat', 'Every night a boat with a lantern passes the lighthouse, and nobody is at the oars. Ida rows out to see who is in it, and it was her grandmother in the boat.\nAge: 5 to 7']],
    ['agent', 'The last sentence stops before the answer.', ['edit', '30 114 The Lantern Boat', '-Ida rows out to see who is in it, and it was her grandmother in the boat.\n+Ida rows out to see who is in it.']],
    ['agent', 'The other five in the same way.', ['execute', 'catalogue apply shelf/children/endings.patch', '5 records changed']],
    ['agent', 'Now what story hour said: a note on reading aloud for the ten that Ruth and Tomas read.', ['execute', 'catalogue apply shelf/children/story-hour.patch', '10 records changed']],
    ['agent', 'The commands of the criteria once more.', ['execute', 'catalogue count --shelf children --without description && catalogue count --shelf children --without age', '0\n0']],
    ['agent', '', ['execute', 'git push origin tandem/children-shelf', '   91c2a7d..5f0c1d9  tandem/children-shelf -> tandem/children-shelf']],
    ['agent', 'Six descriptions were rewritten, and ten were read aloud at story hour.'],
  ],
};
