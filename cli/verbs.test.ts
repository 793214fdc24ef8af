import { expect, test } from 'vitest';
import { verbs } from './verbs.ts';

test('every verb says in the same way what it takes and how it ends', async () => {
  for (const [name, load] of Object.entries(verbs)) {
    const { usage, parts = {} } = await load();
    const usages = { [name]: usage };
    for (const [word, part] of Object.entries(parts)) usages[`${name} ${word}`] = part.usage;
    for (const [called, text] of Object.entries(usages)) {
      expect(text).toMatch(new RegExp(`^Usage: kawaraban ${called}[ \\n]`));
      expect(text, called).toMatch(/\n\nOptions:\n(?: .*\n)* {2}--help +show this/);
      // What only leads to others ends as they do.
      if (!text.includes('<command>'))
        expect(text, called).toMatch(/\n\nExit codes: 0 (?:.*\n)*?.*2 called wrongly.*\n(?:.+\n)*$/);
    }
  }
});
