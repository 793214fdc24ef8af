import { type ClientRequest, type IncomingMessage, request as requestByHttp } from 'node:http';
import { request as requestByHttps } from 'node:https';
import { isIP } from 'node:net';
import type { WebhookError } from '#contract/webhooks.ts';
import { connectionErrorOf } from '../http/connection-error.ts';
import {
  AddressRejected,
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

/** A null fault means success. */
export interface ReceiverAnswer {
  readonly statusCode: number | null;
  readonly fault: WebhookError | null;
  readonly durationMs: number;
}

const LIMIT_MS = 10_000;
const MAX_BODY_BYTES = 64 * 1024;
const MAX_BODY_READ_MS = 1000;

/**
 * Reads only the status. Redirects are not followed and connections not reused.
 * @throws the abort reason when `signal` aborts; other failures become part of the result
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
  const isRejected = !isReceiverAllowed(url, rules);
  if (isRejected) return Promise.resolve({ statusCode: null, fault: 'address-refused' });
  return new Promise((resolve) => {
    const request = open(url, call, { rules, signal: AbortSignal.any([...signals]) });
    request.on('response', (response) => {
      const { statusCode = 0 } = response;
      resolve({ statusCode, fault: errorOfStatus(statusCode) });
      discardBody(response, () => request.destroy());
    });
    request.on('error', (error) => resolve({ statusCode: null, fault: codeOfError(error) }));
    // Covers connections closed without an error, such as after an unexpected upgrade.
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

/** Reads some of the body, so that short responses are not cut off. */
function discardBody(response: IncomingMessage, cutOff: () => void): void {
  const limit = setTimeout(cutOff, MAX_BODY_READ_MS).unref();
  let bytes = 0;
  response.on('data', (part: Buffer) => {
    bytes += part.length;
    if (bytes > MAX_BODY_BYTES) cutOff();
  });
  response.on('end', cutOff);
  response.on('error', cutOff);
  response.on('close', () => clearTimeout(limit));
}

/** Standard Webhooks: 2xx is success, 410 disables the webhook, redirects are errors. */
function errorOfStatus(statusCode: number): WebhookError | null {
  if (statusCode >= 200 && statusCode < 300) return null;
  if (statusCode === 410) return 'gone';
  return statusCode >= 300 && statusCode < 400 ? 'redirect' : 'status';
}

function codeOfError(error: Error): WebhookError {
  return error instanceof AddressRejected ? 'address-refused' : connectionErrorOf(error);
}
