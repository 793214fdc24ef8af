import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const SPECIFICATION = new URL('../docs/specification.md', import.meta.url);
const SECURITY = new URL('../docs/security.md', import.meta.url);
/** `[file](../file) “part of a test title in it”` */
const PROOF = /^\[[^\]]+\]\((\.\.\/[^)]+)\) “([^”]+)”$/;
const DECISION = /^\[decision \d+\]\((decisions\/[^)]+)\)$/;
const NOT_PROVEN = /^not proven(: .+)?$/;
const REQUIREMENT = /^\| (\d+\.\d+\.\d+) \| \d \| [^|]+ \| ([^|]+) \| (.+) \|$/gm;
const LINK = /\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)(?: “([^”]+)”)?/g;

test('every proof of the specification exists', async () => {
  const page = await readFile(SPECIFICATION, 'utf8');
  const rows = page.matchAll(/^\| (.+) \| (.+) \|$/gm);
  const wrong: string[] = [];
  for (const [, statement, cell = ''] of rows) {
    if (statement === 'Statement' || statement === ':---') continue;
    for (const proof of cell.split('<br>')) if (!(await exists(proof))) wrong.push(`${statement}: ${proof}`);
  }
  expect(wrong).toEqual([]);
});

test('every proof of a security requirement exists', async () => {
  const page = await readFile(SECURITY, 'utf8');
  const wrong: string[] = [];
  for (const [link, path = '', title = ''] of page.matchAll(LINK)) {
    if (!(await holds(path, title))) wrong.push(link);
  }
  for (const [, id, status, cell = ''] of page.matchAll(REQUIREMENT)) {
    if (status === 'Met, by test' && !cell.includes('“')) wrong.push(`${id} names no test`);
  }
  expect(wrong).toEqual([]);
});

async function exists(proof: string): Promise<boolean> {
  if (NOT_PROVEN.test(proof)) return true;
  const [, path, title = ''] = PROOF.exec(proof) ?? DECISION.exec(proof) ?? [];
  return path !== undefined && holds(path, title);
}

async function holds(path: string, text: string): Promise<boolean> {
  const content = await readFile(new URL(path, SPECIFICATION), 'utf8').catch(() => undefined);
  return content?.includes(text) ?? false;
}
