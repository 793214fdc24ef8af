import { enableCompileCache } from 'node:module';
import { limitHeapGrowth } from './platform/limit-heap-growth.ts';

limitHeapGrowth();
enableCompileCache();
// Must be set before React is loaded, which selects its build by it.
process.env.NODE_ENV ||= process.argv.includes('--dev') ? 'development' : 'production';

const { launch } = await import('./launch.ts');

await launch({ args: process.argv.slice(2), environment: process.env });
