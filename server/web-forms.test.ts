import { beforeAll, expect, test, vi } from 'vitest';
import { buildDir, buildWeb, isWebBuildFresh } from '#server/web-build.ts';
import { loadWebBuild, type WebBuild, webApp } from '#server/web-host.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { givenPost } from '#testing/given.ts';

let build: WebBuild;

beforeAll(async () => {
  // What is built here is built as it is for readers.
  vi.stubEnv('NODE_ENV', 'production');
  if (!(await isWebBuildFresh())) await buildWeb();
  vi.unstubAllEnvs();
  build = await loadWebBuild(buildDir);
});

async function appWithPages(): Promise<TestApp> {
  const app = await testApp({ web: webApp({ build, mode: 'production', clientDir: undefined, publicUrl: undefined }) });
  await givenPost(app, { slug: 'first' });
  return app;
}

async function sendForm(
  { app }: TestApp,
  url: string,
  { form = 'intent=none', headers = {} }: { form?: string; headers?: Record<string, string> } = {},
) {
  const sent = { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost', ...headers };
  const { statusCode, headers: answered } = await app.inject({ method: 'POST', url, headers: sent, payload: form });
  return { status: statusCode, control: answered['cache-control'] };
}

test('a form is taken from pages of this site and from programs, and from no other site', async () => {
  const app = await appWithPages();
  for (const origin of ['https://elsewhere.example', 'http://localhost.elsewhere.example', 'null']) {
    expect((await sendForm(app, '/posts/news/first', { headers: { origin } })).status, origin).toBe(403);
  }
  expect((await sendForm(app, '/posts/news/first')).status).toBe(400);
});

test('what is no form, or too long for one, is refused before any page is made', async () => {
  const app = await appWithPages();
  const send = (form: string, type?: string) =>
    sendForm(app, '/posts/news/first', { form, headers: type ? { 'content-type': type } : {} });
  expect((await send('{}', 'application/json')).status).toBe(415);
  expect((await send('a=1', 'multipart/form-data; boundary=a')).status).toBe(415);
  expect((await send(`body=${'x'.repeat(70_000)}`)).status).toBe(413);
});

test('a page without a form says so, and no answer to a form is kept', async () => {
  const app = await appWithPages();
  for (const url of ['/about', '/posts/news', '/posts/news/nothing', '/no/such/page', '/error/notfound']) {
    const { status, control } = await sendForm(app, url);
    expect(status, url).toBeGreaterThanOrEqual(300);
    expect(status, url).toBeLessThan(500);
    expect(control, url).toContain('no-store');
  }
});
