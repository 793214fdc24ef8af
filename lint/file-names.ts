import { globSync } from 'node:fs';
import { join } from 'node:path';

/** Names that do not describe the content, and `.service`, which would be confused with the services of the product. */
const FORBIDDEN = /(^|\/)(utils?|helpers?|misc|common|shared|types|constants|manager)[./]|\.service\.[jt]sx?$/;

const SOURCES = '{client,contract,server,web,cli,testing,e2e,bench,lint}/**/*.{ts,tsx,js,css,json,md}';

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
