import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writePublicApi } from './write-public-api.ts';

const root = join(import.meta.dirname, '..', '..');
export const packageDir = join(root, 'dist');

const run = promisify(execFile);

export async function buildPackage(folder = packageDir): Promise<void> {
  const { name, version, license } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const manifest = {
    name,
    version,
    description: 'Reads from Kawaraban, the content management service, wherever there is fetch.',
    license,
    type: 'module',
    sideEffects: false,
    exports: {
      './client': { types: './client/index.d.ts', default: './client/index.js' },
      './package.json': './package.json',
    },
  };
  await writePublicApi();
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const compiler = join(root, 'node_modules', '.bin', 'tsc');
  await run(compiler, ['--project', join(root, 'client'), '--outDir', join(folder, 'client')]);
  await nameTypesAsScripts(join(folder, 'client'));
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const guide = await readFile(join(root, 'docs', 'guide', 'reading-from-other-sites.md'), 'utf8');
  await writeFile(join(folder, 'README.md'), withoutLinksWithin(guide));
  await cp(join(root, 'LICENSE'), join(folder, 'LICENSE'));
}

/** Replaces relative links by their text, because the linked pages are not part of the package. */
function withoutLinksWithin(page: string): string {
  return page.replace(/\[([^\]]+)\]\((?!https?:)[^)]+\)/g, '$1');
}

/** Renames `.ts` imports in declarations to `.js`: the compiler keeps them, and not all tools resolve them. */
async function nameTypesAsScripts(folder: string): Promise<void> {
  for (const file of await readdir(folder)) {
    if (!file.endsWith('.d.ts')) continue;
    const text = await readFile(join(folder, file), 'utf8');
    await writeFile(join(folder, file), text.replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"));
  }
}

if (import.meta.main) {
  await buildPackage();
  process.stdout.write(`The package is in ${packageDir}\n`);
}
