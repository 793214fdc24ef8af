import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';

const ASSETS = 'build/client/assets';
const ASSIGNMENT = 'window.__reactRouterManifest=';

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: true,
  // Sends all routes with the first page: lazy discovery costs one request per page.
  routeDiscovery: { mode: 'initial' },
  // Loaders share code with their components, so splitting adds files and saves no time.
  splitRouteModules: false,
  buildEnd: writeSiteManifest,
} satisfies Config;

/** Writes the manifest of public pages, without the routes of the console. `web/entry.server.tsx` has its address. */
async function writeSiteManifest(): Promise<void> {
  for (const file of await readdir(ASSETS)) {
    if (!/^manifest-.*[.]js$/.test(file)) continue;
    const source = await readFile(join(ASSETS, file), 'utf8');
    const manifest = JSON.parse(source.slice(ASSIGNMENT.length, -1));
    const routes = Object.entries(manifest.routes).filter(([id]) => !id.startsWith('admin/'));
    const ofSite = { ...manifest, url: `/assets/site-${file}`, routes: Object.fromEntries(routes) };
    await writeFile(join(ASSETS, `site-${file}`), `${ASSIGNMENT}${JSON.stringify(ofSite)};`);
  }
}
