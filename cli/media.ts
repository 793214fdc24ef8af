import { mediaCheck } from './media-check.ts';
import { mediaMove } from './media-move.ts';
import { UsageError, type Verb } from './verb.ts';

const parts: Readonly<Record<string, Verb>> = { check: mediaCheck, move: mediaMove };

export const media: Verb = {
  usage: `Usage: kawaraban media <command>

Commands:
  check  compare the stored files with the database and repair differences
  move   copy the stored files to another storage

Options:
  --help  show this help, or the help of a command
`,
  parts,
  run: async ([name = '', ...args]) => {
    const verb = Object.hasOwn(parts, name) ? parts[name] : undefined;
    if (!verb) throw new UsageError('Use check or move.');
    return verb.run(args);
  },
};
