import type { FastifyRequest } from 'fastify';
import type { Language } from '#contract/site-config.ts';
import { readerLanguage } from './reader-language.ts';

/** Origin of a request, for logs and limits, and the language for mails. */
export interface Caller {
  readonly address: string | undefined;
  readonly requestId: string | undefined;
  readonly userAgent: string | undefined;
  readonly language: Language;
}

const MAX_USER_AGENT = 300;

export function callerOf({ ip, id, headers }: Pick<FastifyRequest, 'ip' | 'id' | 'headers'>): Caller {
  return {
    address: ip,
    requestId: id,
    userAgent: headers['user-agent']?.slice(0, MAX_USER_AGENT),
    language: readerLanguage(headers['accept-language'], headers.cookie),
  };
}

export const atTheTerminal: Caller = {
  address: undefined,
  requestId: undefined,
  userAgent: undefined,
  language: 'en',
};
