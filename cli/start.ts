import { parseArgs } from 'node:util';
import type { Verb } from './verb.ts';

export const start: Verb = {
  usage: `Usage: kawaraban start [options]

Runs the server until it is stopped, as npm start does.

Options:
  --empty  leave the starter content out
  --dev    build the web app as it is asked for
  --help   show this

Exit codes: 0 stopped as told, 1 a fault, or a stop that was cut short, 2 called wrongly, 78 configured wrongly.
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
