import { createServer } from 'node:net';
import { withDeadline } from '#server/concurrency/timers.ts';
import type { Config } from '#server/config.ts';
import { isLoopback } from '#server/platform/loopback.ts';
import { reasonOf } from '#server/platform/reason-of.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const DEADLINE_MS = 5000;
/** Larger clock skew breaks one-time codes and signed URLs. */
const SKEW_MS = 30_000;

export function* checkPublicUrl({ publicUrl, host, trustProxy }: Config): Generator<Finding> {
  if (publicUrl === undefined) {
    yield isLocal(host)
      ? ok('PUBLIC_URL is not set, and only this machine can connect')
      : warning(
          `Other machines can connect (HOST is ${host}), and PUBLIC_URL is not set.`,
          'Set PUBLIC_URL to the URL that readers use: links in emails and feeds depend on it.',
        );
    return;
  }
  const { protocol, hostname } = new URL(publicUrl);
  yield protocol === 'http:' && !isLocal(hostname)
    ? problem(
        `PUBLIC_URL is ${publicUrl}, without https: passwords and tokens can be read in transit.`,
        'Put a proxy with TLS in front and use https in PUBLIC_URL.',
      )
    : ok(`PUBLIC_URL is ${publicUrl}`);
  if (protocol === 'https:' && trustProxy === false) {
    yield warning(
      'PUBLIC_URL uses https, and TRUST_PROXY is not set: all readers appear to have the IP address of the proxy.',
      'Set TRUST_PROXY to the number of proxies in front.',
    );
  }
}

function isLocal(host: string): boolean {
  return isLoopback(host) || host.endsWith('.localhost');
}

/**
 * Checks that this installation's server answers at its port, or could be started there. The user pool id identifies
 * the installation.
 */
export async function checkPort({ host, port, hostedPool }: Config, poolId: string | undefined): Promise<Finding> {
  if (port === 0) return ok('The system chooses the port at each start');
  const name = /^(0\.0\.0\.0|::)$/.test(host) ? 'localhost' : host;
  const address = `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
  const ready = await call(`${address}/readyz`);
  if (ready?.state !== undefined) {
    const isOther = poolId !== undefined && !hostedPool && ![undefined, poolId].includes(await poolAt(address));
    return isOther ? ofAnother(address) : checkReadiness(ready.state, address);
  }
  const errorCode = await listenErrorOf(host, port);
  if (errorCode === undefined) return ok(`Port ${port} is free; no server runs`);
  const repairs: Readonly<Record<string, string>> = {
    EADDRINUSE: 'Stop the program that uses it, or change PORT.',
    EACCES: 'Set PORT to 1024 or more.',
  };
  const fix = repairs[errorCode] ?? 'Set HOST to an address of this machine, or remove it.';
  return problem(`The server cannot listen on ${host}, port ${port} (${errorCode}).`, fix);
}

function ofAnother(address: string): Finding {
  return problem(
    `The server at ${address} uses another database.`,
    'Change PORT, or run this command with the server’s environment.',
  );
}

async function poolAt(address: string): Promise<string | undefined> {
  try {
    const response = await withDeadline(
      DEADLINE_MS,
      fetch(`${address}/api/config`, { signal: AbortSignal.timeout(DEADLINE_MS) }),
    );
    const { identity } = (await withDeadline(DEADLINE_MS, response.json())) as { identity?: { userPoolId?: string } };
    return identity?.userPoolId;
  } catch {
    return undefined;
  }
}

interface ReadyState {
  readonly status: 'ready' | 'not ready';
  readonly clock?: 'on time' | 'late';
}

function checkReadiness({ status, clock }: ReadyState, address: string): Finding {
  if (status === 'not ready') {
    return problem(
      `The server at ${address} is running but not ready.`,
      'See the other findings here and the log of the server.',
    );
  }
  return clock === 'late'
    ? problem(
        `Scheduled work of the server at ${address} is late: static files and the log are delayed. Readers are not affected.`,
        'See its log. If the log shows nothing, restart the server.',
      )
    : ok(`The server responds at ${address}, and its scheduled work is on time`);
}

export async function* checkFromOutside({ publicUrl }: Config, now: () => Date): AsyncGenerator<Finding> {
  if (publicUrl === undefined) return;
  const response = await call(`${publicUrl}/healthz`);
  if (response?.state === undefined) {
    yield warning(
      `${publicUrl} does not reach a running Kawaraban server from this machine.`,
      'If readers cannot reach it either, check the server, the proxy and the host name.',
    );
    return;
  }
  yield ok(`${publicUrl} reaches a running Kawaraban`);
  yield* checkClockSkew(response.date, now(), 'the server there');
}

export function checkClockSkew(remote: Date | undefined, local: Date, otherName: string): Finding[] {
  if (remote === undefined || Number.isNaN(remote.getTime())) return [];
  const seconds = Math.round((local.getTime() - remote.getTime()) / 1000);
  if (Math.abs(seconds) * 1000 < SKEW_MS) return [];
  const difference = `${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} the clock of ${otherName}`;
  return [problem(`This machine’s clock is ${difference}.`, 'Synchronize both clocks with NTP.')];
}

async function call(url: string): Promise<{ state: ReadyState | undefined; date: Date | undefined } | undefined> {
  try {
    const response = await withDeadline(
      DEADLINE_MS,
      fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(DEADLINE_MS) }),
    );
    const date = response.headers.get('date');
    const state: unknown = await withDeadline(DEADLINE_MS, response.json()).catch(() => undefined);
    const isKawaraban = ['ok', 'ready', 'not ready'].includes((state as ReadyState | undefined)?.status ?? '');
    return {
      state: isKawaraban ? (state as ReadyState) : undefined,
      date: date === null ? undefined : new Date(date),
    };
  } catch {
    return undefined;
  }
}

async function listenErrorOf(host: string, port: number): Promise<string | undefined> {
  const server = createServer();
  try {
    await withDeadline(
      DEADLINE_MS,
      new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, resolve);
      }),
    );
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? reasonOf(error);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}
