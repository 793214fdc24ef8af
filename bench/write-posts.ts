import { Agent, request as startRequest } from 'node:http';
import { percentile } from './load.ts';

export interface Writing {
  readonly url: string;
  readonly key: string;
  readonly writers: number;
  readonly seconds: number;
}

export interface WritingResult {
  readonly created: number;
  /** Number of failed responses by status; 0 for none. */
  readonly rejected: Readonly<Record<number, number>>;
  readonly seconds: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

const PARAGRAPHS = 10;
const body = '瓦版は速報です。 The quick brown fox jumps over the lazy dog, and *nobody* minds.\n\n'.repeat(PARAGRAPHS);

async function writePosts({ url, key, writers, seconds }: Writing): Promise<WritingResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: writers });
  const rejected: Record<number, number> = {};
  const times: number[] = [];
  const begunAt = performance.now();
  const elapsed = () => (performance.now() - begunAt) / 1000;
  const write = async (writer: number) => {
    for (let number = 0; elapsed() < seconds; number += 1) {
      const sentAt = performance.now();
      const slug = `by-${process.pid}-${writer}-${number}`;
      const post = { slug, title: `速報 ${slug}`, body, bodyFormat: 'markdown', status: 'publish' };
      const status = await send(agent, { url, key, post }).catch(() => 0);
      if (status === 200) times.push(performance.now() - sentAt);
      else rejected[status] = (rejected[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  const took = elapsed();
  agent.destroy();
  return {
    created: times.length,
    rejected,
    seconds: took,
    medianMs: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
  };
}

function send(agent: Agent, { url, key, post }: { url: string; key: string; post: object }): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
    const request = startRequest(url, { method: 'POST', agent, headers });
    request.once('error', reject);
    request.once('response', (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    request.end(JSON.stringify(post));
  });
}

process.stdout.write(JSON.stringify(await writePosts(JSON.parse(process.argv[2] ?? ''))));
