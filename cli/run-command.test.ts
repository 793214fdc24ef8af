import { expect, test } from 'vitest';
import { subcommands } from './run-command.ts';

test('every command documents options and exit codes uniformly', async () => {
  for (const [name, load] of Object.entries(subcommands)) {
    const { usage, parts = {} } = await load();
    const usages = { [name]: usage };
    for (const [word, part] of Object.entries(parts)) usages[`${name} ${word}`] = part.usage;
    for (const [called, text] of Object.entries(usages)) {
      expect(text).toMatch(new RegExp(`^Usage: kawaraban ${called}[ \\n]`));
      expect(text, called).toMatch(/\n\nOptions:\n(?: .*\n)* {2}--help +show this/);
      // Commands that only have subcommands document no exit codes.
      if (!text.includes('<command>'))
        expect(text, called).toMatch(/\n\nExit codes: 0 (?:.*\n)*?.*2 invalid arguments.*\n(?:.+\n)*$/);
    }
  }
});
