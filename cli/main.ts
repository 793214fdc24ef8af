import { readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { exitCodes, say, UsageError, type Verb } from './verb.ts';

enableCompileCache();

const verbs: Readonly<Record<string, () => Promise<Verb>>> = {
  start: async () => (await import('./start.ts')).start,
  build: async () => (await import('./build.ts')).build,
  migrate: async () => (await import('./migrate.ts')).migrate,
  export: async () => (await import('./export.ts')).exportContent,
  import: async () => (await import('./import.ts')).importContent,
  media: async () => (await import('./media.ts')).media,
  admin: async () => (await import('./admin.ts')).admin,
  backup: async () => (await import('./backup.ts')).backup,
  restore: async () => (await import('./restore.ts')).restore,
  doctor: async () => (await import('./doctor.ts')).doctor,
  database: async () => (await import('./database.ts')).database,
  secret: async () => (await import('./secret.ts')).secret,
};

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
  database move           copy everything into another database, and compare it
  admin reset-password    give an account a new password
  secret rotate           encrypt what is secret with a new secret

Options:
  --help     show this, or what a command takes
  --version  show the version

The configuration is the server's: DATA_DIR, DATABASE_URL and the rest.
`;

// Whoever reads our output may stop reading; that is no failure.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

process.exitCode = await main(process.argv.slice(2));

async function main([name = '', ...args]: readonly string[]): Promise<number | undefined> {
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
    say(name === '' ? USAGE : `There is no command ${JSON.stringify(name)}.\n\n${USAGE}`);
    return exitCodes.usage;
  }
  const verb = await load();
  if (args.includes('--help')) {
    process.stdout.write(verb.usage);
    return exitCodes.done;
  }
  return runVerb(verb, args);
}

async function runVerb(verb: Verb, args: readonly string[]): Promise<number | undefined> {
  try {
    return await verb.run(args);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error instanceof UsageError || isWrongArgument(error)) {
      say(`${error.message}\n\n${verb.usage.trimEnd()}`);
      return exitCodes.usage;
    }
    if (['ConfigError', 'StartError'].includes(error.name)) {
      say(error.message);
      return exitCodes.config;
    }
    say(`Kawaraban failed: ${error.stack}`);
    return exitCodes.faults;
  }
}

function isWrongArgument(error: Error): boolean {
  return 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

function versionOf(manifest: string): string {
  return JSON.parse(readFileSync(manifest, 'utf8')).version;
}
