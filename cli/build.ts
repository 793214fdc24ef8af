import { parseArgs } from 'node:util';
import { buildServer, isServerBuildFresh } from '#server/building/server-build.ts';
import { buildWeb, isWebBuildFresh } from '#server/building/web-build.ts';
import { exitCodes, type Subcommand, say } from './subcommand.ts';

export const build: Subcommand = {
  usage: `Usage: kawaraban build [options]

Builds the web app, and the server for a faster start, unless the builds are up to date.

Options:
  --force  build even if the builds are up to date
  --help   show this help

Exit codes: 0 done, 1 failed, 2 invalid arguments.
`,
  run: async (args) => {
    const { values } = parseArgs({ args: [...args], options: { force: { type: 'boolean' } } });
    const { force = false } = values;
    if (force || !(await isWebBuildFresh())) {
      say('Building the web app…');
      await buildWeb();
    }
    say('The web app is built.');
    if (force || !(await isServerBuildFresh())) {
      say('Building the server…');
      await buildServer();
    }
    say('The server is built.');
    return exitCodes.done;
  },
};
