import { mediaCheck } from './media-check.ts';
import { mediaMove } from './media-move.ts';
import { UsageError, type Verb } from './verb.ts';

const verbs: Readonly<Record<string, Verb>> = { check: mediaCheck, move: mediaMove };

export const media: Verb = {
  usage: `${mediaCheck.usage}\n${mediaMove.usage}`,
  run: async ([name = '', ...args]) => {
    const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
    if (!verb) throw new UsageError('Say check or move.');
    return verb.run(args);
  },
};
