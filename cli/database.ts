import { parseArgs } from 'node:util';
import { asDatabase, DATABASE_FORMS, loadConfig } from '#server/config.ts';
import { moveDatabase } from '#server/data-transfer/index.ts';
import type { DatabaseTarget } from '#server/database/connect.ts';
import { runLongWork } from './long-work.ts';
import { exitCodes, type Subcommand, say, UsageError } from './subcommand.ts';

export const database: Subcommand = {
  usage: `Usage: kawaraban database move --to DATABASE_URL

Copies everything from the configured database into an empty one, from SQLite to PostgreSQL or back, verifies the copy
and prints the next step. Stop the server first. The source is only read. You can stop the command and run it again to
continue; no server starts on an unfinished copy.

Options:
  --to DATABASE_URL  target, in the format of DATABASE_URL; the password can come from PGPASSWORD or ~/.pgpass instead
  --help             show this help

Exit codes: 0 done, 1 rejected or failed, 2 invalid arguments, 78 invalid configuration, 130 stopped.
`,
  run: async (args) => {
    const { url, to } = readOptions(args);
    const { database: from } = await loadConfig(process.env);
    return runLongWork(
      async ({ progress, signal }) => {
        const onRestarted = () => say('The unfinished copy no longer matches the source. Starting over.');
        const copied = await moveDatabase({ from, to, signal, onProgress: progress.showTable, onRestarted });
        progress.end();
        const tables = Object.keys(copied.tables).length;
        say(`Copied ${copied.rows} rows of ${tables} tables; both databases are equal.`);
        say(`Now set DATABASE_URL=${shownUrl(to, url)} and start the server.`);
        return exitCodes.done;
      },
      { onStopped: 'Stopped. Run the command again to continue.' },
    );
  },
};

function readOptions(args: readonly string[]): { url: string; to: DatabaseTarget } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { to: { type: 'string' } },
  });
  if (positionals.join(' ') !== 'move') throw new UsageError('Use `database move`.');
  if (values.to === undefined) throw new UsageError('Specify the target database with --to.');
  const to = asDatabase(values.to, process.cwd());
  if (!to) throw new UsageError(`--to must be ${DATABASE_FORMS}.`);
  return { url: values.to, to };
}

/** Returns the database URL for display, with passwords in user info and query masked. */
export function shownUrl(to: DatabaseTarget, url: string): string {
  if (to.engine === 'sqlite') return `sqlite:${to.path}`;
  const shown = new URL(url);
  if (shown.password !== '') shown.password = '***';
  for (const name of new Set(shown.searchParams.keys())) {
    if (/password/i.test(name)) shown.searchParams.set(name, '***');
  }
  return shown.href;
}
