import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenApiKey } from '#testing/given-api-key.ts';
import { listeningApp } from '#testing/listening-app.ts';
import { buildPackage } from './generate/build-package.ts';

const run = promisify(execFile);
const bin = join(import.meta.dirname, '..', 'node_modules', '.bin');

/** Brotli size of the whole client. */
const MAX_BROTLI_BYTES = 4000;

/** Project that has installed the package from its archive. */
let site = '';

beforeAll(async () => {
  site = await mkdtemp(join(tmpdir(), 'kawaraban-package-'));
  await buildPackage(join(site, 'package'));
  const { stdout } = await npm('pack', '--silent', './package');
  await writeFile(join(site, 'package.json'), '{ "name": "a-site", "private": true, "type": "module" }');
  await npm('install', '--offline', '--no-audit', '--no-fund', `./${stdout.trim()}`);
});

/** Retries once after a timeout, because npm occasionally hangs. */
async function npm(...args: string[]) {
  const options = { cwd: site, timeout: 60_000, killSignal: 'SIGKILL' } as const;
  return run('npm', args, options).catch(() => run('npm', args, options));
}

afterAll(() => rm(site, { recursive: true, force: true }));

test('package has no dependencies and its types need no zod', async () => {
  expect((await readdir(join(site, 'node_modules'))).filter((name) => !name.startsWith('.'))).toEqual(['kawaraban']);
  const folder = join(site, 'node_modules', 'kawaraban');
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({ name: 'kawaraban', type: 'module', sideEffects: false });
  expect(manifest).not.toHaveProperty('dependencies');
  const files = (await readdir(join(folder, 'client'))).filter((name) => !name.includes('.test.'));
  const texts = await Promise.all(files.map((file) => readFile(join(folder, 'client', file), 'utf8')));
  expect(texts.filter((text) => /from '(?!\.\/[\w-]+\.js')/.test(text))).toEqual([]);
  const readme = await readFile(join(folder, 'README.md'), 'utf8');
  expect(readme).toContain("from 'kawaraban/client'");
  expect(readme).not.toMatch(/\]\((?!https?:)/);
});

test('package runs in plain Node.js', async () => {
  const app = await listeningApp();
  const { send } = await givenApiKey(app);
  const post = { slug: 'first', title: '瓦版', bodyFormat: 'markdown', status: 'publish' };
  expect((await send('POST', '/api/admin/posts/news', { body: post })).status).toBe(200);
  await writeFile(
    join(site, 'read.js'),
    `import { createKawaraban } from 'kawaraban/client';
const kawaraban = createKawaraban({ baseUrl: process.argv[2], serviceId: 'news' });
for await (const { title } of kawaraban.posts.all({ withBody: false })) console.log(title);`,
  );
  const { stdout } = await run(process.execPath, ['read.js', `http://127.0.0.1:${app.port}`], { cwd: site });
  expect(stdout).toBe('瓦版\n');
});

test.for([
  ['nodenext', 'nodenext'],
  ['bundler', 'esnext'],
])('types are complete for %s', async ([moduleResolution = '', module = '']) => {
  await writeFile(join(site, 'page.ts'), SAMPLE);
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    moduleResolution,
    module,
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
  };
  await writeFile(join(site, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['page.ts'] }));
  const problems = await run(join(bin, 'tsc'), { cwd: site }).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
  expect(problems).toBe('');
});

test('package is small and tree-shakable', async () => {
  const whole = await bundled("export * from 'kawaraban/client';");
  expect(whole.compressed).toBeLessThan(MAX_BROTLI_BYTES);
  const pictures = await bundled("export { imageUrl } from 'kawaraban/client';");
  expect(pictures.code).not.toContain('fetch');
  expect(pictures.compressed).toBeLessThan(whole.compressed / 4);
});

async function bundled(source: string): Promise<{ code: string; compressed: number }> {
  await writeFile(join(site, 'entry.js'), source);
  const built = await build({
    root: site,
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: true, lib: { entry: join(site, 'entry.js'), formats: ['es'] } },
  });
  const [output] = [built].flat();
  const code = output && 'output' in output ? output.output[0].code : '';
  return { code, compressed: brotliCompressSync(code).length };
}

const SAMPLE = `
import { attempt, createKawaraban, imageSrcSet, imageUrl, itemsOf, type PublicPost } from 'kawaraban/client';

const kawaraban = createKawaraban({ baseUrl: 'https://news.example.com', serviceId: 'news' });

export async function titles(): Promise<string[]> {
  const found: string[] = [];
  for await (const post of kawaraban.posts.all({ category: 'guide', withBody: false })) found.push(post.title);
  for await (const { highlights } of itemsOf(kawaraban.posts.search, { q: 'ink' })) found.push(highlights.title[0]?.text ?? '');
  for await (const post of itemsOf(kawaraban.groups.find, { slug: 'picks' })) found.push(post.slug);
  return found;
}

export async function picture(slug: string): Promise<string | undefined> {
  const attempted = await attempt(kawaraban.posts.find({ slug }));
  if (!attempted.ok) {
    const status: number = attempted.error.status;
    return attempted.error.code === 'Not Found' ? undefined : String(status);
  }
  const post: PublicPost = attempted.answer;
  return imageUrl(post.thumbnail, { width: 400 }) ?? imageSrcSet(post.thumbnail, { format: 'webp' });
}

export async function likes(contentIds: string): Promise<number> {
  let sum = 0;
  for await (const { voteCount } of kawaraban.votes.all({ contentIds })) sum += voteCount;
  return sum;
}

// @ts-expect-error A post has to be named.
export const nameless = kawaraban.posts.find();
// @ts-expect-error No list is in this order.
export const disorder = kawaraban.posts.list({ order: 'random' });
// @ts-expect-error There is no such filter.
export const misspelt = kawaraban.posts.list({ catgory: 'guide' });
// @ts-expect-error What is asked has no such format.
export const formats = imageUrl({ fileId: 'a', mimeType: 'image/png' }, { format: 'bmp' });
// @ts-expect-error Categories do not come in pages.
export const pages = kawaraban.categories.all;
// @ts-expect-error Without a service of its own a client has to be told which.
export const homeless = createKawaraban({ baseUrl: 'https://news.example.com' }).posts.list({ count: 5 });
`;
