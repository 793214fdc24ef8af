import { parseArgs } from 'node:util';
import { buildWeb, isWebBuildFresh } from '#server/web-build.ts';
import { exitCodes, say, type Verb } from './verb.ts';

export const build: Verb = {
  usage: `Usage: kawaraban build [options]

Builds the web app, unless it is built from these very sources.

Options:
  --force  build it all the same
`,
  run: async (args) => {
    const { values } = parseArgs({ args: [...args], options: { force: { type: 'boolean' } } });
    if (!values.force && (await isWebBuildFresh())) {
      say('The web app is built.');
      return exitCodes.done;
    }
    say('Building the web app …');
    await buildWeb();
    say('The web app is built.');
    return exitCodes.done;
  },
};
