import { vi } from 'vitest';
import { buildWeb, isWebBuildFresh } from '#server/building/web-build.ts';
import { loadWebBuild, type WebBuild } from '#server/web-host.ts';

let loaded: Promise<WebBuild> | undefined;

/** The web app as it is built for readers; built now, if its sources have changed. Looked at once per worker. */
export function builtWeb(): Promise<WebBuild> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<WebBuild> {
  vi.stubEnv('NODE_ENV', 'production');
  if (!(await isWebBuildFresh())) await buildWeb();
  vi.unstubAllEnvs();
  return loadWebBuild();
}
