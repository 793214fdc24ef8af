import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { launchChromium, launchProduct } from '#testing/launched.ts';
import { percentile } from './load.ts';
import { writeFigures } from './report.ts';

/** Measures the cost of a keystroke in a post of 20,000 characters in Chromium, for each editor. */

const LETTERS = 120;
const LENGTH = 20_000;
const PORT = 3249;
const URL_OF_PRODUCT = `http://localhost:${PORT}`;
const PASSWORD = 'woodblock and ink';

const SENTENCE = 'A sentence that goes on for a while, as sentences do, 瓦版を刷る。 ';
const paragraphs = Array.from({ length: Math.ceil(LENGTH / (SENTENCE.length * 6)) }, () => SENTENCE.repeat(6).trim());

const bodies = {
  richText: [
    'html',
    paragraphs.map((text, index) => (index % 5 ? `<p>${text}</p>` : `<h2>${index}</h2>\n<p>${text}</p>`)).join('\n'),
  ],
  markdown: [
    'markdown',
    paragraphs.map((text, index) => (index % 5 ? text : `## ${index}\n\n**${text}**`)).join('\n\n'),
  ],
  rawHtml: ['html', paragraphs.map((text) => `<p class="a">${text} <em>b</em></p>`).join('\n')],
  text: ['text', paragraphs.join('\n\n')],
  json: ['json', JSON.stringify(paragraphs, null, 2)],
} as const;

await using folder = await mkdtempDisposable(join(tmpdir(), 'kawaraban-keystroke-'));
const server = launchProduct({ DATA_DIR: folder.path, PORT: String(PORT), ADMIN_PASSWORD: PASSWORD });
try {
  await listening(server);
  await measure();
} finally {
  server.kill('SIGTERM');
  await once(server, 'exit');
}

async function listening(process: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 400 && process.exitCode === null; attempt += 1) {
    const response = await fetch(`${URL_OF_PRODUCT}/api/config`).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('The product does not start; is it built?');
}

async function measure(): Promise<void> {
  const browser = await launchChromium();
  const page = await browser.newPage({
    baseURL: URL_OF_PRODUCT,
    locale: 'en-US',
    viewport: { width: 1280, height: 900 },
  });
  await page.goto('/admin/signin');
  await page.getByLabel('E-mail or user name', { exact: true }).fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => !url.pathname.includes('signin'));
  const rows: string[] = [];
  for (const [editorMode, [bodyFormat, body]] of Object.entries(bodies)) {
    rows.push(await rowOf(page, { editorMode, bodyFormat, body }));
  }
  await browser.close();
  const head =
    '| A letter in a body of 20,000 characters, ms | Task, median | Task, 95 % | To the next frame, median | To the next frame, 95 % |\n' +
    '| :--- | ---: | ---: | ---: | ---: |';
  await writeFigures([head, ...rows].join('\n'), 'keystroke');
}

interface Body {
  readonly editorMode: string;
  readonly bodyFormat: string;
  readonly body: string;
}

async function rowOf(page: Page, post: Body): Promise<string> {
  await page.goto(`/admin/posts/news/${await create(page, post)}/edit`);
  const editor = page.locator('.ProseMirror, .cm-content');
  await editor.waitFor();
  // Waits for the initial preview, which does not belong to a keystroke.
  await page.waitForTimeout(2000);
  await editor.click();
  await editor.evaluate(watchPaints);
  const session = await page.context().newCDPSession(page);
  const tasks: number[] = [];
  for (let letter = 0; letter < LETTERS; letter += 1) {
    const before = await taskTime(session);
    await page.keyboard.press(letter % 7 === 6 ? 'Space' : 'KeyA');
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    tasks.push((await taskTime(session)) - before);
    await page.waitForTimeout(60);
  }
  await session.detach();
  const paints = await page.evaluate(() => (window as unknown as { paints: number[] }).paints);
  const figures = [tasks, paints].flatMap((times) => [percentile(times, 0.5), percentile(times, 0.95)]);
  return `| ${post.editorMode} | ${figures.map((time) => time.toFixed(1)).join(' | ')} |`;
}

async function create(page: Page, { editorMode, bodyFormat, body }: Body): Promise<string> {
  const token = await page.evaluate(
    () => localStorage.getItem(Object.keys(localStorage).find((key) => key.endsWith('.accessToken')) ?? '') ?? '',
  );
  const response = await fetch(`${URL_OF_PRODUCT}/api/admin/posts/news`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ slug: editorMode, title: editorMode, editorMode, bodyFormat, body, status: 'draft' }),
  });
  const { postId } = (await response.json()) as { postId: string };
  return postId;
}

function watchPaints(element: Element): void {
  const paints: number[] = [];
  Object.assign(window, { paints });
  element.addEventListener(
    'keydown',
    ({ timeStamp }) => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => paints.push(performance.now() - timeStamp);
      requestAnimationFrame(() => channel.port2.postMessage(0));
    },
    true,
  );
}

/** Returns the CPU time of the page's main thread so far, in milliseconds. */
async function taskTime(session: CDPSession): Promise<number> {
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}
