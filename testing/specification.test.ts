import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const PAGE = new URL('../docs/specification.md', import.meta.url);
/** `[file](../file) “part of the title of a test in it”` */
const PROOF = /^\[[^\]]+\]\((\.\.\/[^)]+)\) “([^”]+)”$/;
const DECISION = /^\[decision \d+\]\((decisions\/[^)]+)\)$/;
const NOT_PROVEN = /^not proven(: .+)?$/;

test('every proof of the specification exists', async () => {
  const page = await readFile(PAGE, 'utf8');
  const rows = page.matchAll(/^\| (.+) \| (.+) \|$/gm);
  const wrong: string[] = [];
  for (const [, statement, cell = ''] of rows) {
    if (statement === 'Statement' || statement === ':---') continue;
    for (const proof of cell.split('<br>')) if (!(await exists(proof))) wrong.push(`${statement}: ${proof}`);
  }
  expect(wrong).toEqual([]);
});

async function exists(proof: string): Promise<boolean> {
  if (NOT_PROVEN.test(proof)) return true;
  const [, path, title = ''] = PROOF.exec(proof) ?? DECISION.exec(proof) ?? [];
  if (path === undefined) return false;
  const text = await readFile(new URL(path, PAGE), 'utf8').catch(() => undefined);
  return text?.includes(title) ?? false;
}
