import { enableCompileCache } from 'node:module';

enableCompileCache();
// React chooses its build by this when it is loaded, which is later.
process.env.NODE_ENV ||= process.argv.includes('--dev') ? 'development' : 'production';

const { runServer } = await import('./run-server.ts');

await runServer({ args: process.argv.slice(2), environment: process.env });
