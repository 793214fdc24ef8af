import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wrongArgumentOf } from '#server/process/start-error.ts';
import { exitCodes, say, UsageError, type Verb } from './verb.ts';
import { verbs } from './verbs.ts';

const USAGE = `Usage: kawaraban <command>

Commands:
  start                   run the server
  build                   build web app and server, which the first start would do otherwise
  migrate                 bring the database to the newest shape, as every start does
  export FOLDER           write everything of a service into a folder
  import FOLDER           make the service that such a folder holds
  import markdown FOLDER  make posts of Markdown files
  media check             compare the database with what is stored, and mend it
  media move              carry what is stored to another storage
  backup FOLDER           copy database and files into a folder, beside the running server
  restore FOLDER          bring back what such a folder holds
  doctor                  say what is wrong with this installation, and what to do
  audit access            make every call as every role, and compare with the documented permissions
  database move           copy everything into another database, and compare it
  admin reset-password    give an account a new password
  secret rotate           encrypt what is secret with a new secret

Options:
  --help     show this, or what a command takes
  --version  show the version

The configuration is the server's: DATA_DIR, DATABASE_URL and the rest.
`;

/** Runs a command and returns its exit code; undefined while the process keeps running. */
export async function runCommand([name = '', ...args]: readonly string[]): Promise<number | undefined> {
  if (name === '--version') {
    process.stdout.write(`${versionOf(join(import.meta.dirname, '../package.json'))}\n`);
    return exitCodes.done;
  }
  if (name === '--help' || name === 'help') {
    process.stdout.write(USAGE);
    return exitCodes.done;
  }
  const load = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
  if (!load) {
    say(name === '' ? USAGE.trimEnd() : `There is no command ${JSON.stringify(name)}.\n${whereMoreIs('kawaraban')}`);
    return exitCodes.usage;
  }
  const verb = await load();
  const word = args.find((arg) => !arg.startsWith('-')) ?? '';
  const part = verb.parts && Object.hasOwn(verb.parts, word) ? verb.parts[word] : undefined;
  if (args.includes('--help')) {
    process.stdout.write((part ?? verb).usage);
    return exitCodes.done;
  }
  return runVerb(verb, args, part ? `kawaraban ${name} ${word}` : `kawaraban ${name}`);
}

async function runVerb(verb: Verb, args: readonly string[], command: string): Promise<number | undefined> {
  try {
    return await verb.run(args);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const wrong = error instanceof UsageError ? error.message : wrongArgumentOf(error);
    if (wrong !== undefined) {
      say(`${wrong}\n${whereMoreIs(command)}`);
      return exitCodes.usage;
    }
    if (['ConfigError', 'StartError'].includes(error.name)) {
      say(error.message);
      return exitCodes.config;
    }
    say(`Kawaraban failed: ${error.stack}`);
    return exitCodes.failed;
  }
}

function whereMoreIs(command: string): string {
  return `${command} --help says more.`;
}

function versionOf(manifest: string): string {
  return JSON.parse(readFileSync(manifest, 'utf8')).version;
}
