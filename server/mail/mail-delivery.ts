import { logFailures, startRepeating } from '../concurrency/start-repeating.ts';
import { WakeableTimer } from '../concurrency/timers.ts';
import { type DeliveryTools, deliverDueMails, pruneMails } from './deliver-mails.ts';
import type { MailTransport } from './mail-transport.ts';

export interface MailDelivery {
  /** Polls now and shortly after, because the queued mail may not be committed yet. */
  wake(): void;
  stop(): Promise<void>;
}

/** Poll intervals; the last one bounds the delay of mails queued by other processes. */
const POLL_INTERVALS_MS = [10, 50, 250, 1000, 5000, 15_000];
const MAX_POLL_MS = 15_000;
const CLEANING_MS = 60 * 60_000;
const STOP_MS = 10_000;

export function startMailDelivery(tools: DeliveryTools): MailDelivery {
  const stopping = new AbortController();
  const timer = new WakeableTimer();
  const running = deliver(tools, timer, stopping.signal);
  const cleaning = startRepeating(() => pruneMails(tools), {
    everyMs: CLEANING_MS,
    log: tools.log,
    failure: 'old mails could not be removed',
  });
  return {
    wake: () => timer.wake(),
    stop: async () => {
      stopping.abort();
      timer.wake();
      await withinLimit(running, tools.mailTransport);
      await cleaning.stop();
    },
  };
}

async function deliver(tools: DeliveryTools, timer: WakeableTimer, signal: AbortSignal): Promise<void> {
  let idlePolls = 0;
  const failures = logFailures(tools.log, 'finding due mails failed');
  while (!signal.aborted) {
    const found = await check(tools, failures, signal);
    if (found === 'more') {
      idlePolls = 0;
      continue;
    }
    const delay =
      found === 'outage'
        ? MAX_POLL_MS
        : (POLL_INTERVALS_MS[Math.min(idlePolls, POLL_INTERVALS_MS.length - 1)] ?? MAX_POLL_MS);
    idlePolls = signal.aborted || (await timer.wasWokenWithin(delay)) ? 0 : idlePolls + 1;
  }
}

async function check(
  tools: DeliveryTools,
  failures: ReturnType<typeof logFailures>,
  signal: AbortSignal,
): Promise<'more' | 'nothing' | 'outage'> {
  try {
    const { attempts, isOutage } = await deliverDueMails(tools, signal);
    failures.end();
    if (isOutage) return 'outage';
    return attempts > 0 ? 'more' : 'nothing';
  } catch (error) {
    failures.report(error);
    return 'outage';
  }
}

async function withinLimit(running: Promise<void>, mailTransport: MailTransport): Promise<void> {
  const limit = setTimeout(() => mailTransport.close(), STOP_MS);
  try {
    await running;
  } finally {
    clearTimeout(limit);
    mailTransport.close();
  }
}
