import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { WebhookPayload } from '#contract/webhooks.ts';

export interface ReceivedEvent {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly event: WebhookPayload;
}

export interface WebhookReceiver {
  readonly url: string;
  readonly received: ReceivedEvent[];
  answerWith(response: number | ((response: ServerResponse, request: IncomingMessage) => void)): void;
  stop(): Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedEvent[] = [];
  let reply: Parameters<WebhookReceiver['answerWith']>[0] = 204;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    received.push({ path: request.url ?? '', headers: request.headers, body, event: JSON.parse(body) });
    if (typeof reply === 'number') response.writeHead(reply).end();
    else reply(response, request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answerWith: (next) => {
      reply = next;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * Verifies a signature by the text of Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of id, time and body joined
 * by dots, with the secret's bytes as key.
 */
export async function isSignedWith(secret: string, { headers, body }: ReceivedEvent): Promise<boolean> {
  const bytes = Uint8Array.from(atob(secret.replace('whsec_', '')), (letter) => letter.charCodeAt(0));
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  const signed = new TextEncoder().encode(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`);
  for (const one of String(headers['webhook-signature']).split(' ')) {
    const [version, signature = ''] = one.split(',');
    const given = Uint8Array.from(atob(signature), (letter) => letter.charCodeAt(0));
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, given, signed))) return true;
  }
  return false;
}
