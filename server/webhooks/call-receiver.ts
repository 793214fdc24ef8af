import { type ClientRequest, type IncomingMessage, request as requestByHttp } from 'node:http';
import { request as requestByHttps } from 'node:https';
import { isIP } from 'node:net';
import type { WebhookFault } from '#contract/webhooks.ts';
import {
  AddressRefused,
  isPrivateAllowed,
  isReceiverAllowed,
  literalOf,
  lookUpPublic,
  type ReceiverRules,
} from './receiver-address.ts';

export interface ReceiverCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What became of one call: no fault means that it was taken. */
export interface ReceiverAnswer {
  readonly statusCode: number | null;
  readonly fault: WebhookFault | null;
  readonly durationMs: number;
}

/** From the look-up of the name to the status of the answer. */
const LIMIT_MS = 10_000;
/** Of the rest of the answer so much is taken, for so long, and thrown away; what it says is in its status. */
const MAX_REST_BYTES = 64 * 1024;
const REST_MS = 1000;

/**
 * Posts to a receiver. Nothing is followed, nothing of the answer but its status is looked at, and no connection is
 * kept. Never throws, but when the signal says to give up.
 */
export async function callReceiver(
  call: ReceiverCall,
  { rules, signal, limitMs = LIMIT_MS }: { rules: ReceiverRules; signal?: AbortSignal | undefined; limitMs?: number },
): Promise<ReceiverAnswer> {
  const startedAt = performance.now();
  const { statusCode, fault } = await exchange(call, rules, [
    AbortSignal.timeout(limitMs),
    ...(signal ? [signal] : []),
  ]);
  if (fault !== null) signal?.throwIfAborted();
  return { statusCode, fault, durationMs: Math.round(performance.now() - startedAt) };
}

type Result = Pick<ReceiverAnswer, 'statusCode' | 'fault'>;

function exchange(call: ReceiverCall, rules: ReceiverRules, signals: readonly AbortSignal[]): Promise<Result> {
  const url = new URL(call.url);
  const isRefused = !isReceiverAllowed(url, rules);
  if (isRefused) return Promise.resolve({ statusCode: null, fault: 'address-refused' });
  return new Promise((resolve) => {
    const request = open(url, call, { rules, signal: AbortSignal.any([...signals]) });
    request.on('response', (response) => {
      const { statusCode = 0 } = response;
      // Nobody waits for the rest: a receiver that never ends would hold up others.
      resolve({ statusCode, fault: faultOfStatus(statusCode) });
      throwAway(response, () => request.destroy());
    });
    request.on('error', (error) => resolve({ statusCode: null, fault: faultOfError(error) }));
    // Also where the connection was given up without an error, as for an upgrade that nobody asked for.
    request.on('close', () => resolve({ statusCode: null, fault: 'connection' }));
    request.end(call.body);
  });
}

function open(
  url: URL,
  { headers, body }: ReceiverCall,
  { rules, signal }: { rules: ReceiverRules; signal: AbortSignal },
): ClientRequest {
  const isFree = isPrivateAllowed(url, rules) || isIP(literalOf(url)) !== 0;
  const send = url.protocol === 'https:' ? requestByHttps : requestByHttp;
  return send(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    agent: false,
    signal,
    ...(!isFree && { lookup: lookUpPublic }),
  });
}

/** Reads what comes to a bound, so that a receiver that says a little is not cut off. */
function throwAway(response: IncomingMessage, cutOff: () => void): void {
  const limit = setTimeout(cutOff, REST_MS).unref();
  let bytes = 0;
  response.on('data', (part: Buffer) => {
    bytes += part.length;
    if (bytes > MAX_REST_BYTES) cutOff();
  });
  response.on('end', cutOff);
  response.on('error', cutOff);
  response.on('close', () => clearTimeout(limit));
}

/** As Standard Webhooks has it: 2xx is taken, 410 wants no more, and a redirect is a mistake in the address. */
function faultOfStatus(statusCode: number): WebhookFault | null {
  if (statusCode >= 200 && statusCode < 300) return null;
  if (statusCode === 410) return 'gone';
  return statusCode >= 300 && statusCode < 400 ? 'redirect' : 'status';
}

const UNKNOWN = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ENODATA', 'EAI_NONAME', 'EAI_FAIL']);
const CERTIFICATE = /^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|EPROTO)/;

function faultOfError(error: Error): WebhookFault {
  if (error instanceof AddressRefused) return 'address-refused';
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'timeout';
  const { code = '' } = error as NodeJS.ErrnoException;
  if (UNKNOWN.has(code)) return 'address-unknown';
  return CERTIFICATE.test(code) ? 'certificate' : 'connection';
}
