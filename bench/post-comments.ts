import { Agent, request as startRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from './load.ts';

export interface Posting {
  readonly url: string;
  readonly perSecond: number;
  readonly seconds: number;
}

export interface PostingResult {
  readonly posted: number;
  /** Number of responses by status; 0 for none. */
  readonly statuses: Readonly<Record<number, number>>;
  readonly seconds: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

const CONNECTIONS = 64;
const STEP_MS = 10;
const READERS = 1000;

async function postComments({ url, perSecond, seconds }: Posting): Promise<PostingResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const statuses: Record<number, number> = {};
  const times: number[] = [];
  const running = new Set<Promise<void>>();
  const begunAt = performance.now();
  const elapsed = () => (performance.now() - begunAt) / 1000;
  const one = async (number: number) => {
    const sentAt = performance.now();
    const status = await postOne(agent, url, number).catch(() => 0);
    times.push(performance.now() - sentAt);
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  for (let sent = 0; elapsed() < seconds; ) {
    for (const due = Math.min(elapsed(), seconds) * perSecond; sent < due; sent += 1) {
      const posting: Promise<void> = one(sent).finally(() => running.delete(posting));
      running.add(posting);
    }
    await pause(STEP_MS);
  }
  await Promise.all(running);
  const took = elapsed();
  agent.destroy();
  const posted = statuses[200] ?? 0;
  return { posted, statuses, seconds: took, medianMs: percentile(times, 0.5), p99Ms: percentile(times, 0.99) };
}

function postOne(agent: Agent, url: string, number: number): Promise<number> {
  const body = `Comment ${process.pid}-${number}: ${'the quick brown fox 速報です。'.repeat(5)}`;
  return new Promise((resolve, reject) => {
    // Distinct user agents distinguish guests that share an address.
    const headers = { 'content-type': 'application/json', 'user-agent': `Reader ${number % READERS}` };
    const request = startRequest(url, { method: 'POST', agent, headers });
    request.once('error', reject);
    request.once('response', (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    request.end(JSON.stringify({ body, profiles: { nickname: 'A reader' } }));
  });
}

process.stdout.write(JSON.stringify(await postComments(JSON.parse(process.argv[2] ?? ''))));
