import { parseArgs } from 'node:util';
import { ConfigError, loadConfig, requireServable } from '#server/config.ts';
import { checkEnvironment, checkNode } from './doctor/check-machine.ts';
import { examine } from './doctor/examine.ts';
import { type Finding, ok, warning } from './doctor/finding.ts';
import { printable } from './import-progress.ts';
import { exitCodes, type Subcommand } from './subcommand.ts';

export const doctor: Subcommand = {
  usage: `Usage: kawaraban doctor

Checks the machine, the configuration, the database, the secret, the storage, the mail server and the URLs, and reports
each check as passed (✓), a warning (!) or a problem (✗), with the next step. The server can be running or stopped.
Nothing is changed; a test file is written to each folder or bucket and removed immediately. Each check has a time
limit: only a sample of the files is checked. \`kawaraban media check\` checks all of them.

Options:
  --help  show this help

Exit codes: 0 no problems, 1 problems found, 2 invalid arguments.
`,
  run: async (args) => {
    parseArgs({ args: [...args], options: {} });
    let problems = 0;
    for await (const finding of findings()) {
      process.stdout.write(`${printable(lineOf(finding))}\n`);
      if (finding.fix !== undefined) process.stdout.write(`    ${printable(finding.fix)}\n`);
      problems += finding.state === 'problem' ? 1 : 0;
    }
    process.stdout.write(problems === 0 ? '\nNo problems found.\n' : `\nProblems: ${problems}.\n`);
    return problems === 0 ? exitCodes.done : exitCodes.failed;
  },
};

async function* findings(): AsyncGenerator<Finding> {
  yield checkNode();
  try {
    const config = await loadConfig(process.env);
    requireServable(config);
    yield ok('The configuration is valid');
    yield* checkEnvironment(config, { environment: process.env, folder: process.cwd() });
    yield* examine(config);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    yield* error.problems.map((what): Finding => ({ state: 'problem', what }));
    yield warning('Nothing else was checked.', 'Fix these values and run the command again.');
  }
}

const SIGNS: Readonly<Record<Finding['state'], string>> = { ok: '✓', warning: '!', problem: '✗' };

function lineOf({ state, what }: Finding): string {
  return `${SIGNS[state]} ${what}`;
}
