import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface RecaptchaServer {
  readonly url: string;
  readonly answers: Map<string, unknown>;
  readonly asked: { readonly secret: string | null; readonly response: string | null }[];
  stop(): Promise<void>;
}

const SCRIPT = `window.grecaptcha = {
  ready: (then) => then(),
  execute: async (key, { action }) => (action === 'comment' ? 'a-person' : 'a-stranger'),
};`;

export async function startRecaptchaServer(): Promise<RecaptchaServer> {
  const answers = new Map<string, unknown>([['a-person', { success: true, score: 0.9, action: 'comment' }]]);
  const asked: RecaptchaServer['asked'] = [];
  const server = createServer(async (request, response) => {
    if (request.url?.startsWith('/recaptcha/api.js')) {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(SCRIPT);
      return;
    }
    const form = new URLSearchParams(await text(request));
    const token = form.get('response') ?? '';
    asked.push({ secret: form.get('secret'), response: token });
    const output = answers.get(token) ?? { success: false, 'error-codes': ['invalid-input-response'] };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(typeof output === 'string' ? output : JSON.stringify(output));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/recaptcha`,
    answers,
    asked,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
