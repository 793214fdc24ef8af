import type { FastifyInstance } from 'fastify';
import { createServer } from 'vite';
import type { Config } from './config.ts';
import { type WebApp, type WebBuild, webApp } from './web-host.ts';

export async function startDevelopmentWeb(
  { publicUrl }: Config,
  root: string,
): Promise<{ app: WebApp; attach(app: FastifyInstance): Promise<void>; close(): Promise<void> }> {
  const vite = await createServer({ root, server: { middlewareMode: true }, appType: 'custom' });
  const build = async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as WebBuild;
  return {
    app: webApp({ build, mode: 'development', clientDir: undefined, publicUrl }),
    attach: async (app) => {
      app.addHook('onRequest', (request, reply, done) => {
        if (request.url.startsWith('/api/')) return done();
        vite.middlewares(request.raw, reply.raw, done);
      });
    },
    close: () => vite.close(),
  };
}
