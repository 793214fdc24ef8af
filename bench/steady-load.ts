import { Agent, request as startRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export interface SteadyLoad {
  readonly url: string;
  readonly serviceId: string;
  readonly key: string;
  readonly minutes: number;
  readonly readsPerSecond: number;
  readonly writeEveryMs: number;
}

export interface SteadyCounts {
  readonly reads: number;
  readonly writes: number;
  /** Number of responses with another status than expected, or none. */
  readonly others: number;
}

interface Question {
  readonly path: string;
  readonly expected: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly post?: object;
}

const TURN_MS = 100;
const CONNECTIONS = 10;

export async function sendSteadily(load: SteadyLoad): Promise<SteadyCounts> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const counts = { reads: 0, writes: 0, others: 0 };
  const send = async (question: Question) => {
    const status = await call(agent, load.url, question).catch(() => 0);
    if (status !== question.expected) counts.others += 1;
  };
  const beganAt = performance.now();
  const elapsedMs = () => performance.now() - beganAt;
  while (elapsedMs() < load.minutes * 60_000) {
    const due = Math.floor((elapsedMs() / 1000) * load.readsPerSecond);
    const requests: Promise<void>[] = [];
    for (; counts.reads < due; counts.reads += 1) requests.push(send(readersQuestion(counts.reads)));
    for (; counts.writes < elapsedMs() / load.writeEveryMs; counts.writes += 1) {
      requests.push(send(newPost(load, counts.writes)));
    }
    await Promise.all([...requests, pause(TURN_MS)]);
  }
  agent.destroy();
  return counts;
}

const OFTEN = [
  '/posts/many',
  '/posts/many/post-5',
  '/posts/many/categories/top-1',
  '/api/posts/many',
  '/api/posts/many?withBody=0',
  '/api/posts/many/post-5',
  '/api/posts/many?tag=everywhere&withTags=1',
];
const ENCODINGS = ['br', 'gzip', 'identity', 'gzip, deflate, br, zstd'];
/** Every 50th request hits a missing page, and another one a rare page. */
const SELDOM = 50;

function readersQuestion(number: number): Question {
  const headers = { 'accept-encoding': pick(ENCODINGS, number), 'accept-language': number % 3 === 0 ? 'ja' : 'en' };
  if (number % SELDOM === 1) return { path: `/posts/many/no-such-post-${number}`, expected: 302, headers };
  if (number % SELDOM === 2) {
    const tag = `tag-${3 + (number % 997)}`;
    const count = 1 + (number % 40);
    return { path: `/api/posts/many?tag=${tag}&count=${count}`, expected: 200, headers };
  }
  return { path: pick(OFTEN, number), expected: 200, headers };
}

function newPost({ serviceId, key }: SteadyLoad, number: number): Question {
  const slug = `endured-${number}`;
  const body = '瓦版は速報です。 The quick brown fox jumps over the lazy dog, and *nobody* minds.\n\n'.repeat(10);
  return {
    path: `/api/admin/posts/${serviceId}`,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    post: { slug, title: `速報 ${slug}`, body, bodyFormat: 'markdown', status: 'publish' },
    expected: 200,
  };
}

function pick<T>(of: readonly T[], number: number): T {
  return of[number % of.length] as T;
}

function call(agent: Agent, url: string, { path, headers = {}, post }: Question): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = startRequest(`${url}${path}`, { agent, headers, ...(post && { method: 'POST' }) });
    request.once('error', reject);
    request.once('response', (response) => {
      response.resume();
      response.once('error', reject);
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    request.end(post && JSON.stringify(post));
  });
}
