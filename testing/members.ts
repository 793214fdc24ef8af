import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import type { Tools } from '#server/app.ts';
import { connect, type Database } from '#server/database/connect.ts';
import type { DeliveryOptions } from '#server/delivery/index.ts';
import { testClock } from './clock.ts';
import { type ListeningApp, listeningApp } from './listening-app.ts';

/** One of several that work on the same database, each with connections and a memory of its own. */
export interface Member extends ListeningApp {
  /** Comes to its end once what others have committed by now can be seen here. */
  catchUp(): Promise<void>;
}

const COUNT = 3;
/** As long as something may go unnoticed where nobody is told of it. */
const UNNOTICED_MS = 1000;
/** SQLite is asked no more often whether anybody else has written. */
const GLANCE_MS = 3;

/**
 * Three servers in one process. On PostgreSQL all but the last one hear of what is committed; that one has to ask, as
 * where no notice comes through.
 */
export async function threeMembers(
  options: Partial<DeliveryOptions>,
  given: Partial<Tools>,
): Promise<readonly [Member, ...Member[]]> {
  const clock = testClock();
  const tools = { clock, ...given };
  const first = await listeningApp({ clock, ...options }, tools);
  const members: [ListeningApp, ...ListeningApp[]] = [first];
  while (members.length < COUNT) {
    const database = connect(first.target, { waitMs: 5000 });
    onTestFinished(() => database.close());
    members.push(await listeningApp({ clock, ...options }, tools, { database, target: first.target }));
  }
  const [head, ...others] = members.map((app, index) => withEars(app, index < COUNT - 1));
  return [head as Member, ...others];
}

function withEars(app: ListeningApp, isListening: boolean): Member {
  const { database, clock } = app;
  if (database.engine === 'sqlite') return { ...app, catchUp: () => pause(GLANCE_MS) };
  if (!isListening) {
    const wait = async () => clock.moveTo(new Date(clock.now().getTime() + UNNOTICED_MS).toISOString());
    return { ...app, catchUp: wait };
  }
  const heard = new Set<string>();
  database.onCommit(({ change }) => {
    if (change !== 'anything') for (const talk of change) heard.add(talk);
  });
  database.keepWatch({ onAway: () => {}, onBack: () => {} });
  let calls = 0;
  return {
    ...app,
    catchUp: async () => {
      calls += 1;
      const last = `nobody/call-${calls}`;
      // Until it listens nothing comes; whatever was told before has come when this has.
      const call = () => notify(database, last).then(() => heard.has(last));
      await expect.poll(call, { timeout: 15_000, interval: 2 }).toBe(true);
    },
  };
}

/** Says that a talk has changed, as a process would that nobody knows. */
async function notify({ reader }: Database, talk: string): Promise<void> {
  const notice = JSON.stringify({ sender: 'nobody', talks: [talk] });
  await sql`select pg_notify('kawaraban_commits', ${notice})`.execute(reader);
}
