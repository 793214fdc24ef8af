import { vi } from 'vitest';
import { buildWeb, isWebBuildFresh } from '#server/building/web-build.ts';
import { loadWebBuild, type WebBuild } from '#server/web-host.ts';

let loaded: Promise<WebBuild> | undefined;

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
