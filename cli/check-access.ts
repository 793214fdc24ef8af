import { parseArgs } from 'node:util';
import { loadConfig } from '#server/config.ts';
import { systemClock } from '#server/platform/clock.ts';
import { StartError } from '#server/process/start-error.ts';
import { MarkerData } from './check-access/marker-data.ts';
import { walkAccess } from './check-access/walk-access.ts';
import { stopOnSignals } from './long-work.ts';
import { exitCodes, type Subcommand, say, UsageError } from './subcommand.ts';
import { withUserPool } from './with-user-pool.ts';

export const checkAccess: Subcommand = {
  usage: `Usage: kawaraban audit access [--url URL]

Calls every endpoint of the running server as every role, API key, guest and anonymous client, for their own service
and for another one, and opens posts and comments in every state. Prints each response that differs from
docs/permissions.md, and each one that contains content its caller must not see.

Creates two services with content and a few accounts, all named access-audit-…, and deletes them at the end. While it
runs (about a minute), readers see these two services on the home page. Run one audit at a time.

Options:
  --url URL  an http or https URL of the server; default: PUBLIC_URL, to test a proxy in front too
  --help     show this help

Exit codes: 0 no differences, 1 differences or failed, 2 invalid arguments, 78 invalid configuration, 130 stopped.
`,
  run: async (args) => {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { url: { type: 'string' } },
    });
    if (positionals.length !== 1 || positionals[0] !== 'access') throw new UsageError('Use `audit access`.');
    const config = await loadConfig(process.env);
    if (config.hostedPool)
      throw new StartError(
        '`audit access` requires the built-in user pool: it cannot create accounts in a hosted one.',
      );
    const url = originOf(values.url ?? config.publicUrl ?? `http://localhost:${config.port}`);
    await requireServer(url);
    return withUserPool(config, async (opened) =>
      compareAccess(new MarkerData({ ...opened, clock: systemClock, url, authHeader: config.site }), url),
    );
  },
};

function originOf(url: string): string {
  if (!URL.canParse(url) || !/^https?:/.test(url)) throw new UsageError('--url must be an http or https URL.');
  return new URL(url).origin;
}

async function requireServer(url: string): Promise<void> {
  const isUp = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(10_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isUp) throw new StartError(`No server responds at ${url}. Start it, or specify its URL with --url.`);
}

async function compareAccess(data: MarkerData, url: string): Promise<number> {
  const { signal, dispose } = stopOnSignals('Stopping. Removing what the audit created…');
  let calls = 0;
  let problems = 0;
  try {
    await data.create();
    for await (const walked of walkAccess(url, data)) {
      say(`${walked.caller}: ${walked.calls} calls, ${walked.differences.length} differences`);
      for (const difference of walked.differences) process.stdout.write(`${walked.caller}: ${difference}\n`);
      for (const name of walked.limited) process.stdout.write(`${walked.caller}: ${name}: not tested, rate limited\n`);
      calls += walked.calls;
      problems += walked.differences.length + walked.limited.length;
      if (signal.aborted) return exitCodes.interrupted;
    }
  } finally {
    dispose();
    await data.remove();
  }
  process.stdout.write(
    problems === 0 ? `${calls} calls, no differences.\n` : `${calls} calls, ${problems} differences.\n`,
  );
  return problems === 0 ? exitCodes.done : exitCodes.failed;
}
