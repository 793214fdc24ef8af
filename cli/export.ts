import { parseArgs } from 'node:util';
import { ServiceId } from '#contract/services.ts';
import { loadConfig } from '#server/config.ts';
import { openMigrated } from '#server/open-database.ts';
import { exportService } from '#server/portability/index.ts';
import { runTransfer, sayCounts } from './transfer.ts';
import { exitCodes, say, UsageError, type Verb } from './verb.ts';

export const exportContent: Verb = {
  usage: `Usage: kawaraban export --service ID FOLDER

Writes everything of a service into a new folder, for \`kawaraban import\` here or elsewhere. The server may run.

Options:
  --service ID  the service
  --help        show this

Exit codes: 0 done, 1 refused, 2 called wrongly, 78 configured wrongly, 130 stopped.
`,
  run: async (args) => {
    const options = readOptions(args);
    const database = await openMigrated(await loadConfig(process.env));
    try {
      const report = await runTransfer((told) => exportService({ database, ...options, ...told }));
      if (report === 'refused') return exitCodes.faults;
      if (report === 'stopped') return exitCodes.interrupted;
      sayCounts(report);
      say(`The service ${options.serviceId} is in ${options.folder}`);
      return exitCodes.done;
    } finally {
      await database.close();
    }
  },
};

function readOptions(args: readonly string[]): { serviceId: string; folder: string } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { service: { type: 'string' } },
  });
  const [folder, ...others] = positionals;
  if (folder === undefined || folder === '' || others.length > 0) throw new UsageError('Name one folder.');
  if (values.service === undefined) throw new UsageError('Name the service with --service ID.');
  if (!ServiceId.min(1).safeParse(values.service).success)
    throw new UsageError('--service must be 1 to 128 small letters, digits and hyphens.');
  return { serviceId: values.service, folder };
}
