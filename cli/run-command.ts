import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import leven from 'leven';
import { wrongArgumentOf } from '#server/process/start-error.ts';
import { exitCodes, type Subcommand, say, UsageError } from './subcommand.ts';

export const subcommands: Readonly<Record<string, () => Promise<Subcommand>>> = {
  start: async () => (await import('./start.ts')).start,
  build: async () => (await import('./build.ts')).build,
  migrate: async () => (await import('./migrate.ts')).migrate,
  export: async () => (await import('./export.ts')).exportContent,
  import: async () => (await import('./import.ts')).importContent,
  media: async () => (await import('./media.ts')).media,
  admin: async () => (await import('./admin.ts')).admin,
  audit: async () => (await import('./check-access.ts')).checkAccess,
  backup: async () => (await import('./backup.ts')).backup,
  restore: async () => (await import('./restore.ts')).restore,
  doctor: async () => (await import('./doctor.ts')).doctor,
  database: async () => (await import('./database.ts')).database,
  secret: async () => (await import('./secret.ts')).secret,
};

const USAGE = `Usage: kawaraban <command>

Commands:
  start                   run the server
  build                   build the web app and the server, as the first start does
  migrate                 update the database schema, as every start does
  export FOLDER           export a service into a folder
  import FOLDER           create a service from an exported folder
  import markdown FOLDER  create posts from Markdown files
  media check             compare the stored files with the database and repair differences
  media move              copy the stored files to another storage
  backup FOLDER           back up database and files into a folder; the server can keep running
  restore FOLDER          restore a backup
  doctor                  check this installation and suggest fixes
  audit access            call every endpoint as every role and compare with the documented permissions
  database move           copy everything into another database and verify it
  admin reset-password    give an account a new password
  secret rotate           re-encrypt the stored secrets with a new secret

Options:
  --help     show this help, or the help of a command
  --version  show the version

Commands read the same configuration as the server: DATA_DIR, DATABASE_URL and so on.
`;

export async function runCommand([name = '', ...args]: readonly string[]): Promise<number | undefined> {
  if (name === '--version') {
    process.stdout.write(`${versionOf(join(import.meta.dirname, '../package.json'))}\n`);
    return exitCodes.done;
  }
  if (name === '--help' || name === 'help') {
    process.stdout.write(USAGE);
    return exitCodes.done;
  }
  const load = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
  if (!load) {
    const unknown = `Unknown command ${JSON.stringify(name)}.${suggest(name, Object.keys(subcommands))}`;
    say(name === '' ? USAGE.trimEnd() : `${unknown}\n${helpHint('kawaraban')}`);
    return exitCodes.usage;
  }
  const subcommand = await load();
  const word = args.find((arg) => !arg.startsWith('-')) ?? '';
  const part = subcommand.parts && Object.hasOwn(subcommand.parts, word) ? subcommand.parts[word] : undefined;
  if (args.includes('--help')) {
    process.stdout.write((part ?? subcommand).usage);
    return exitCodes.done;
  }
  const command = part ? `kawaraban ${name} ${word}` : `kawaraban ${name}`;
  return runSubcommand(subcommand, args, {
    command,
    suggestion: suggestOption(args, part ?? subcommand) || suggestPart(name, word, subcommand),
  });
}

interface Called {
  readonly command: string;
  /** Printed if the arguments turn out to be wrong. */
  readonly suggestion: string;
}

async function runSubcommand(
  subcommand: Subcommand,
  args: readonly string[],
  { command, suggestion }: Called,
): Promise<number | undefined> {
  try {
    return await subcommand.run(args);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const wrong = error instanceof UsageError ? error.message : wrongArgumentOf(error);
    if (wrong !== undefined) {
      say(`${wrong}${suggestion}\n${helpHint(command)}`);
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

function suggestOption(args: readonly string[], { usage }: Subcommand): string {
  const options: readonly string[] = usage.match(/--[a-z][a-z-]*/g) ?? [];
  const given = args.map((arg) => arg.replace(/=.*$/s, ''));
  return suggest(given.find((arg) => arg.startsWith('--') && !options.includes(arg)) ?? '', options);
}

function suggestPart(name: string, word: string, { usage, parts = {} }: Subcommand): string {
  const documented = usage.matchAll(new RegExp(`kawaraban ${name} ([a-z-]+)`, 'g'));
  return suggest(word, [...Object.keys(parts), ...[...documented].map(([, found = '']) => found)]);
}

/** A typing error changes about one letter in three. */
function suggest(given: string, names: readonly string[]): string {
  if (given === '' || names.includes(given)) return '';
  const maxDistance = Math.max(2, Math.floor(given.length / 3));
  const [nearest] = names
    .map((name) => ({ name, distance: leven(given, name, { maxDistance: maxDistance + 1 }) }))
    .filter(({ distance }) => distance <= maxDistance)
    .toSorted((one, other) => one.distance - other.distance);
  return nearest ? ` Did you mean ${nearest.name}?` : '';
}

function helpHint(command: string): string {
  return `See ${command} --help.`;
}

function versionOf(manifest: string): string {
  return JSON.parse(readFileSync(manifest, 'utf8')).version;
}
