import { setTimeout as pause } from 'node:timers/promises';
import { logFailures, startRepeating } from '../concurrency/start-repeating.ts';
import { WakeableTimer } from '../concurrency/timers.ts';
import type { Database } from '../database/connect.ts';
import { type Clock, DAY_MS, HOUR_MS, toInstant } from '../platform/clock.ts';
import { firstIdAt } from '../platform/ids.ts';
import { type DeliverTools, deliverTo } from './deliver-events.ts';
import { isAnythingDue, listDueWebhooks } from './delivery.repository.ts';
import {
  deleteDeliveriesUpTo,
  deleteOldDeliveries,
  deleteOrphanEvents,
  listOverflows,
} from './delivery-log.repository.ts';

const RETENTION_MS = 30 * DAY_MS;
const MAX_DELIVERIES_PER_WEBHOOK = 1000;
const BATCH = 500;

export async function pruneDeliveries(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  const { reader, writer } = database;
  await deleteOldDeliveries(writer, firstIdAt(new Date(clock.now().getTime() - RETENTION_MS)));
  for (const overflow of await listOverflows(reader, MAX_DELIVERIES_PER_WEBHOOK)) {
    if (signal.aborted) return;
    await deleteDeliveriesUpTo(writer, overflow);
  }
  while (!signal.aborted && (await deleteOrphanEvents(writer, BATCH)) === BATCH);
}

export interface EventDelivery {
  stop(): Promise<void>;
}

const POLL_MS = 5000;
const RETRY_INTERVAL_MS = 5000;
const CLEANING_MS = HOUR_MS;
const STOP_GRACE_MS = 3000;

/** Failing webhooks have slots of their own, so that hanging receivers do not delay working ones. */
const LANES = [
  { isFailing: false, width: 6 },
  { isFailing: true, width: 3 },
] as const;

export function startEventDelivery(
  tools: DeliverTools,
  { pollMs = POLL_MS, timeoutMs = STOP_GRACE_MS } = {},
): EventDelivery {
  const stopping = new AbortController();
  const ending = new AbortController();
  const timer = new WakeableTimer();
  // Polling finds events of the command line; other servers deliver their own.
  tools.database.onCommit(({ hasQueuedEvents }) => {
    if (hasQueuedEvents) timer.wake();
  });
  const running = deliver(tools, timer, { stopping: stopping.signal, ending: ending.signal }, pollMs);
  const cleaning = startRepeating((signal) => pruneDeliveries(tools, signal), {
    everyMs: CLEANING_MS,
    log: tools.log,
    failure: 'old webhook deliveries could not be removed',
  });
  return {
    stop: async () => {
      stopping.abort();
      timer.wake();
      const limit = setTimeout(() => ending.abort(), timeoutMs);
      await running;
      clearTimeout(limit);
      await cleaning.stop();
    },
  };
}

interface Signals {
  readonly stopping: AbortSignal;
  readonly ending: AbortSignal;
}

async function deliver(tools: DeliverTools, timer: WakeableTimer, signals: Signals, pollMs: number): Promise<void> {
  const running = new Map<string, { readonly isFailing: boolean; readonly done: Promise<void> }>();
  const begin = (webhookId: string, isFailing: boolean) => {
    const done = deliverTo(tools, webhookId, signals)
      .catch(async (error) => {
        tools.log.error({ err: error, webhookId }, 'delivering events failed');
        // Avoids a busy loop during a database outage.
        await pause(pollMs, undefined, { signal: signals.stopping, ref: false }).catch(() => {});
      })
      .finally(() => {
        running.delete(webhookId);
        timer.wake();
      });
    running.set(webhookId, { isFailing, done });
  };
  const check = async () => {
    const at = tools.clock.now();
    const now = toInstant(at);
    const lastTried = { triedUntil: toInstant(new Date(at.getTime() - RETRY_INTERVAL_MS)) };
    if (!(await isAnythingDue(tools.database.reader, now))) return;
    for (const { isFailing, width } of LANES) {
      const limit = width - [...running.values()].filter((one) => one.isFailing === isFailing).length;
      if (limit <= 0) continue;
      const requested = { now, failing: isFailing ? lastTried : undefined, except: [...running.keys()], limit };
      for (const webhookId of await listDueWebhooks(tools.database.reader, requested)) begin(webhookId, isFailing);
    }
  };
  const failures = logFailures(tools.log, 'finding due events failed');
  while (!signals.stopping.aborted) {
    await check().then(failures.end, failures.report);
    if (!signals.stopping.aborted) await timer.wasWokenWithin(pollMs);
  }
  await Promise.all([...running.values()].map(({ done }) => done));
}
