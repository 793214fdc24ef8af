import { once } from 'node:events';
import { type IncomingMessage, request as startRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Recorded } from './bare-server.ts';
import type { Scenario } from './scenarios.ts';

export async function recordAnswers(url: string, scenarios: readonly Scenario[]): Promise<Recorded[]> {
  const recorded: Recorded[] = [];
  for (const { paths, headers, expectedStatus } of scenarios) {
    for (const path of paths) {
      // The first request fills the cache, the second one hits it.
      await call(url, path, {});
      const answer = await call(url, path, headers);
      if (answer.status !== expectedStatus) throw new Error(`${path} answers ${answer.status}`);
      recorded.push(answer);
    }
  }
  return recorded;
}

async function call(url: string, path: string, headers: Readonly<Record<string, string>>): Promise<Recorded> {
  const request = startRequest(`${url}${path}`, { headers }).end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const body = await buffer(response);
  return {
    path,
    requestHeaders: headers,
    status: response.statusCode ?? 0,
    headers: response.rawHeaders,
    body: body.toString('base64'),
  };
}
