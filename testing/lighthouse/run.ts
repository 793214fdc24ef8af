import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeFigures } from '../../bench/report.ts';
import { buildWeb, isWebBuildFresh } from '../../server/building/web-build.ts';
import { chromiumArguments, findChromium } from '../chromium.ts';

/** Runs Lighthouse with mobile settings on the built product, and fails when a score is below its limit. */

interface TestedPage {
  readonly name: string;
  readonly path: string;
  readonly isIndexed: boolean;
}

interface AuditedPage extends TestedPage {
  readonly scores: Readonly<Record<string, number>>;
  readonly timings: Readonly<Record<(typeof TIMINGS)[number], string>>;
  readonly faults: readonly string[];
}

interface Report {
  readonly runtimeError?: { readonly message: string };
  readonly categories: Readonly<Record<string, Category>>;
  readonly audits: Readonly<Record<string, { title: string; score: number | null; displayValue?: string }>>;
}

interface Category {
  readonly score: number | null;
  readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
}

const MIN_SCORE = 95;
const BOUND = ['accessibility', 'best-practices', 'seo'] as const;
const TIMINGS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
] as const;
const MAX_REPORT = 64 * 1024 * 1024;

const root = join(import.meta.dirname, '..', '..');
const lighthouse = join(import.meta.dirname, 'node_modules', 'lighthouse', 'cli', 'index.js');
const run = promisify(execFile);

const dataDir = await mkdtemp(join(tmpdir(), 'kawaraban-lighthouse-'));
try {
  const audited = await auditProduct(dataDir);
  await writeFigures(tableOf(audited), 'lighthouse');
  const problems = audited.flatMap(problemsOf);
  for (const problem of problems) print(problem);
  print(problems.length === 0 ? `Every score is at least ${MIN_SCORE}.` : `${problems.length} scores are too low.`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

async function auditProduct(folder: string): Promise<AuditedPage[]> {
  if (!(await isWebBuildFresh())) await buildWeb();
  const { KAWARABAN_TEST_DATA } = process.env;
  const server = await startProduct(folder);
  try {
    if (KAWARABAN_TEST_DATA) await importPosts(folder, KAWARABAN_TEST_DATA);
    const audited: AuditedPage[] = [];
    for (const page of await pagesOf(server.url)) audited.push(await auditPage(server.url, page));
    return audited;
  } finally {
    server.stop();
  }
}

function environmentOf(folder: string): NodeJS.ProcessEnv {
  const own = { DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'warn', NODE_ENV: 'production' };
  return { ...process.env, ...own, ADMIN_PASSWORD: 'woodblock and ink' };
}

async function startProduct(folder: string): Promise<{ url: string; stop: () => void }> {
  const server = spawn(process.execPath, [join(root, 'server', 'main.ts')], {
    env: environmentOf(folder),
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let output = '';
  server.stderr.on('data', (chunk: Buffer) => {
    output += chunk;
    const address = /ready at (\S+)/.exec(output)?.[1];
    if (address) resolve(address);
  });
  server.once('exit', (code) => reject(new Error(`The product ended with ${code}:\n${output}`)));
  return { url: await promise, stop: () => server.kill() };
}

async function importPosts(folder: string, data: string): Promise<void> {
  const cli = join(root, 'cli', 'kawaraban.js');
  for (const [source, service] of [
    ['nodejs-blog-en', 'node'],
    ['react-blog-ja', 'react'],
  ] as const) {
    const args = [cli, 'import', 'markdown', join(data, source), '--service', service, '--create-service'];
    await run(process.execPath, args, { env: environmentOf(folder), maxBuffer: MAX_REPORT });
  }
}

async function pagesOf(url: string): Promise<TestedPage[]> {
  const read = async (path: string): Promise<{ items: { serviceId: string; slug: string }[] }> =>
    (await fetch(`${url}/api${path}`)).json() as never;
  const services = (await read('/services')).items.map(({ serviceId }) => serviceId);
  const posts = await Promise.all(
    services.map(async (service) => (await read(`/posts/${service}?count=1&withBody=false`)).items[0]),
  );
  const [first = ''] = services;
  return [
    { name: 'Front page', path: '/', isIndexed: true },
    { name: 'List', path: `/posts/${first}`, isIndexed: true },
    ...posts.flatMap((post) =>
      post
        ? [{ name: `Post of ${post.serviceId}`, path: `/posts/${post.serviceId}/${post.slug}`, isIndexed: true }]
        : [],
    ),
    { name: 'Search', path: `/posts/${first}/search?q=a`, isIndexed: false },
    { name: 'About', path: '/about', isIndexed: true },
    { name: 'Error page', path: '/error/notfound', isIndexed: false },
  ];
}

async function auditPage(url: string, page: TestedPage): Promise<AuditedPage> {
  print(`${page.name}: ${page.path}`);
  const { executablePath, env } = await findChromium();
  const args = [
    lighthouse,
    `${url}${page.path}`,
    '--output=json',
    '--output-path=stdout',
    '--quiet',
    // The error page returns 404, as it should.
    '--ignore-status-code',
    `--chrome-flags=--headless=new ${chromiumArguments.join(' ')}`,
  ];
  const { stdout } = await run(process.execPath, args, {
    env: { ...process.env, ...env, CHROME_PATH: executablePath },
    maxBuffer: MAX_REPORT,
  });
  const report: Report = JSON.parse(stdout);
  if (report.runtimeError) throw new Error(`${page.path}: ${report.runtimeError.message}`);
  return { ...page, ...summarise(report) };
}

function summarise({ categories, audits }: Report): Omit<AuditedPage, keyof TestedPage> {
  const scores = Object.entries(categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]);
  const timings = TIMINGS.map((name) => [name, (audits[name]?.displayValue ?? '').replace('\u00a0', ' ')]);
  const bound = BOUND.flatMap((name) => categories[name]?.auditRefs ?? []).filter(({ weight }) => weight > 0);
  const failed = bound.flatMap(({ id }) => {
    const audit = audits[id];
    return audit && audit.score !== null && audit.score < 1 ? [`${id}: ${audit.title}`] : [];
  });
  return { scores: Object.fromEntries(scores), timings: Object.fromEntries(timings), faults: failed };
}

function problemsOf({ name, path, isIndexed, scores, faults }: AuditedPage): string[] {
  const low = BOUND.filter((each) => (isIndexed || each !== 'seo') && (scores[each] ?? 0) < MIN_SCORE);
  return low.map((each) => `${name} (${path}): ${each} ${scores[each]}. ${faults.join('; ')}`);
}

function tableOf(audited: readonly AuditedPage[]): string {
  const rows = audited.map(({ name, isIndexed, scores, timings }) => {
    const bound = BOUND.map((each) => (each === 'seo' && !isIndexed ? '–' : scores[each]));
    return `| ${[name, scores.performance, ...bound, ...TIMINGS.map((each) => timings[each])].join(' | ')} |`;
  });
  return [
    '| Page | Performance | Accessibility | Best practices | SEO | First paint | Largest paint | Blocked | Shift |',
    '| :--- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
  ].join('\n');
}

function print(line: string): void {
  process.stderr.write(`${line}\n`);
}
