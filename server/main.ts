import { enableCompileCache } from 'node:module';

enableCompileCache();
// React chooses its build by this when it is loaded, which is later.
process.env.NODE_ENV ||= process.argv.includes('--dev') ? 'development' : 'production';

const { launch } = await import('./launch.ts');

await launch({ args: process.argv.slice(2), environment: process.env });
