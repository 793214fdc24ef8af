import { globSync } from 'node:fs';
import { join } from 'node:path';

/** Names that say nothing of what is inside, and the layer that the product's own noun "service" would be mistaken for. */
const FORBIDDEN = /(^|\/)(utils?|helpers?|misc|common|shared|types|constants|manager)[./]|\.service\.[jt]sx?$/;

const SOURCES = '{client,contract,server,web,cli,testing,e2e,bench,lint}/**/*.{ts,tsx,js,css,json,md}';

/** The files below a folder whose names say nothing, and how many were looked at. */
export function findForbiddenNames(root: string): { forbidden: string[]; files: number } {
  const files = globSync(SOURCES, { cwd: root, exclude: ['**/node_modules/**'] });
  return { forbidden: files.filter((file) => FORBIDDEN.test(file)), files: files.length };
}

if (import.meta.main) {
  const { forbidden, files } = findForbiddenNames(join(import.meta.dirname, '..'));
  process.stdout.write(forbidden.map((file) => `A name that says nothing: ${file}\n`).join(''));
  process.stdout.write(`File names: ${files} looked at, ${forbidden.length} problems\n`);
  process.exitCode = forbidden.length > 0 || files === 0 ? 1 : 0;
}
