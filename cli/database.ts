import { parseArgs } from 'node:util';
import { asDatabase, DATABASE_FORMS, loadConfig } from '#server/config.ts';
import { moveDatabase } from '#server/data-transfer/index.ts';
import type { DatabaseTarget } from '#server/database/connect.ts';
import { runLongWork } from './long-work.ts';
import { exitCodes, say, UsageError, type Verb } from './verb.ts';

export const database: Verb = {
  usage: `Usage: kawaraban database move --to DATABASE_URL

Copies everything from the configured database into an empty one, from SQLite to PostgreSQL or back, compares all of
it, and says what to do next. Stop the server first. The database that is copied from is only read. The command may be
stopped, and goes on where it was when it is run again; until it is done no server starts on the half copy.

Options:
  --to DATABASE_URL  where to, in the form of DATABASE_URL; the password may come from PGPASSWORD or ~/.pgpass instead
  --help             show this

Exit codes: 0 done, 1 refused, or not done, 2 called wrongly, 78 configured wrongly, 130 stopped.
`,
  run: async (args) => {
    const { url, to } = readOptions(args);
    const { database: from } = await loadConfig(process.env);
    return runLongWork(
      async ({ progress, signal }) => {
        const onRestarted = () => say('What is there is not how this database begins now: it is copied anew.');
        const copied = await moveDatabase({ from, to, signal, onProgress: progress.showTable, onRestarted });
        progress.end();
        const tables = Object.keys(copied.tables).length;
        say(`Copied ${copied.rows} rows of ${tables} tables; both databases hold the same.`);
        say(`Now set DATABASE_URL=${shownUrl(to, url)} and start the server.`);
        return exitCodes.done;
      },
      { onStopped: 'Stopped. Run it again to go on.' },
    );
  },
};

function readOptions(args: readonly string[]): { url: string; to: DatabaseTarget } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { to: { type: 'string' } },
  });
  if (positionals.join(' ') !== 'move') throw new UsageError('Say what to do: `database move`.');
  if (values.to === undefined) throw new UsageError('Name the other database with --to.');
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
