import { parseArgs } from 'node:util';
import type { Subcommand } from './subcommand.ts';

export const start: Subcommand = {
  usage: `Usage: kawaraban start [options]

Runs the server until it is stopped, as npm start does.

Options:
  --empty  start without the starter content
  --dev    build parts of the web app on request
  --help   show this help

Exit codes: 0 stopped, 1 failed or stopped before it was done, 2 invalid arguments, 78 invalid configuration.
`,
  run: async (args) => {
    parseArgs({ args: [...args], options: { empty: { type: 'boolean' }, dev: { type: 'boolean' } } });
    // React selects its build by NODE_ENV when it is loaded, below.
    process.env.NODE_ENV ||= args.includes('--dev') ? 'development' : 'production';
    const { launch } = await import('#server/launch.ts');
    await launch({ args, environment: process.env });
    return undefined;
  },
};
