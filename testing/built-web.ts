import { vi } from 'vitest';
import { buildWeb, isWebBuildFresh } from '#server/building/web-build.ts';
import { loadWebBuild, type WebBuild } from '#server/web-host.ts';

/** The web app as it is built for readers; built now, if its sources have changed. */
export async function builtWeb(): Promise<WebBuild> {
  vi.stubEnv('NODE_ENV', 'production');
  if (!(await isWebBuildFresh())) await buildWeb();
  vi.unstubAllEnvs();
  return loadWebBuild();
}
