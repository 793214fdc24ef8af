import { join } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, test } from 'vitest';
import { buildDir } from '#server/building/web-build.ts';
import { webApp } from '#server/web-host.ts';
import { testApp } from '#testing/app.ts';
import { builtWeb } from '#testing/built-web.ts';
import { givenService } from '#testing/given.ts';
import routes from '#web/routes.ts';

test.for(['en', 'ja'])('every console page is served with a title of its own, in %s', async (language) => {
  const clientDir = join(buildDir, 'client');
  const web = webApp({ build: await builtWeb(), mode: 'production', clientDir, publicUrl: undefined });
  const app = await testApp({ web });
  await givenService(app, { serviceId: 'news' });
  const titleOf = async (path: string) => {
    const { text } = await app.get(path, { 'accept-language': language });
    return /<title>([^<]+) – Kawaraban<\/title>/.exec(text)?.[1];
  };
  const dashboard = await titleOf('/admin');
  expect(dashboard).toMatch(/\S/);
  const others = pathsIn(await routes).filter((path) => path.startsWith('/admin/'));
  expect(others.length).toBeGreaterThan(30);
  for (const path of others) {
    const title = await titleOf(path);
    expect(title, path).toMatch(/\S/);
    expect(title, path).not.toBe(dashboard);
  }
});

function pathsIn(entries: readonly RouteConfigEntry[], above = ''): string[] {
  return entries.flatMap(({ path, children = [] }) => {
    const full = path === undefined ? above : `${above}/${path}`;
    if (children.length > 0) return pathsIn(children, full);
    return full.includes('*') ? [] : [full.replace(':serviceId', 'news').replace(/:\w+/g, 'x')];
  });
}
