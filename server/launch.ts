import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isServerBuildFresh, serverBuildDir } from './building/server-build.ts';
import type { RunOptions } from './run-server.ts';

export async function launch(options: RunOptions): Promise<void> {
  if (options.args.includes('--dev') || !(await isServerBuildFresh())) {
    const { runServer } = await import('./run-server.ts');
    return runServer(options);
  }
  const built = (name: string) => pathToFileURL(join(serverBuildDir, `${name}.js`)).href;
  const source = new URL('./config.ts', import.meta.url).href;
  // `kawaraban.config.ts` imports `config.ts`; loading its source beside the bundle would duplicate it.
  registerHooks({
    resolve: (specifier, context, next) => {
      const found = next(specifier, context);
      return found.url === source ? { ...found, url: built('config'), format: 'module' } : found;
    },
  });
  const { runServer } = (await import(built('server'))) as typeof import('./run-server.ts');
  return runServer({ ...options, webBuild: built('web') });
}
