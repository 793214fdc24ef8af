import { parseArgs } from 'node:util';
import { loadConfig } from '#server/config.ts';
import { ensureWritable, openDatabase } from '#server/process/open-database.ts';
import { exitCodes, type Subcommand, say } from './subcommand.ts';

export const migrate: Subcommand = {
  usage: `Usage: kawaraban migrate

Updates the database schema, as every start does. A SQLite file is copied first.

Options:
  --help  show this help

Exit codes: 0 done, 1 failed, 2 invalid arguments, 78 invalid configuration.
`,
  run: async (args) => {
    parseArgs({ args: [...args], options: {} });
    const config = await loadConfig(process.env);
    await ensureWritable(config);
    const done: string[] = [];
    const database = await openDatabase(config, {
      onMigrated: ({ applied, copy }) => {
        done.push(...applied);
        if (copy !== undefined) say(`A copy of the previous database is in ${copy}`);
      },
    });
    await database.close();
    say(done.length === 0 ? 'Nothing to migrate.' : `Migrated: ${done.join(', ')}`);
    return exitCodes.done;
  },
};
