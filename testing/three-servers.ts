import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import type { Tools } from '#server/app.ts';
import { connect, type Database } from '#server/database/connect.ts';
import type { ResponseCacheOptions } from '#server/response-cache/index.ts';
import { testClock } from './clock.ts';
import { type ListeningApp, listeningApp } from './listening-app.ts';

export interface TestServer extends ListeningApp {
  /** Resolves when this server has seen everything that others have committed. */
  catchUp(): Promise<void>;
}

const COUNT = 3;
/** Maximum time until a server without notifications notices a change. */
const UNNOTICED_MS = 1000;
/** Minimum interval between two change checks on SQLite. */
const MIN_CHECK_MS = 3;

/** Starts three servers in one process. On PostgreSQL the last one receives no notifications and has to poll. */
export async function startThreeServers(
  options: Partial<ResponseCacheOptions>,
  given: Partial<Tools>,
): Promise<readonly [TestServer, ...TestServer[]]> {
  const clock = testClock();
  const tools = { clock, ...given };
  const first = await listeningApp({ clock, ...options }, tools);
  const servers: [ListeningApp, ...ListeningApp[]] = [first];
  while (servers.length < COUNT) {
    const database = connect(first.target, { waitMs: 5000 });
    onTestFinished(() => database.close());
    servers.push(await listeningApp({ clock, ...options }, tools, { database, target: first.target }));
  }
  const [head, ...others] = servers.map((app, index) => withCatchUp(app, index < COUNT - 1));
  return [head as TestServer, ...others];
}

function withCatchUp(app: ListeningApp, isListening: boolean): TestServer {
  const { database, clock } = app;
  if (database.engine === 'sqlite') return { ...app, catchUp: () => pause(MIN_CHECK_MS) };
  if (!isListening) {
    const wait = async () => clock.moveTo(new Date(clock.now().getTime() + UNNOTICED_MS).toISOString());
    return { ...app, catchUp: wait };
  }
  const received = new Set<string>();
  database.onCommit(({ change }) => {
    if (change !== 'anything') for (const thread of change) received.add(thread);
  });
  database.keepWatch({ onUnavailable: () => {}, onAvailable: () => {} });
  let calls = 0;
  return {
    ...app,
    catchUp: async () => {
      calls += 1;
      const last = `nobody/call-${calls}`;
      // Notifications are lost until the listener is connected. Once this one arrives, all earlier ones have arrived.
      const call = () => notify(database, last).then(() => received.has(last));
      await expect.poll(call, { timeout: 15_000, interval: 2 }).toBe(true);
    },
  };
}

async function notify({ reader }: Database, thread: string): Promise<void> {
  const notice = JSON.stringify({ sender: 'nobody', threads: [thread] });
  await sql`select pg_notify('kawaraban_commits', ${notice})`.execute(reader);
}
