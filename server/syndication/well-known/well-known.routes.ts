import type { FastifyInstance } from 'fastify';
import { publicAccess } from '#contract/endpoint.ts';
import { notFound } from '../../http/errors.ts';
import { readerOrigin } from '../../http/reader-origin.ts';
import { sendDocument } from '../../http/send-document.ts';
import type { Clock } from '../../platform/clock.ts';
import { toRobotsTxt } from './robots-txt.ts';
import { toSecurityTxt } from './security-txt.ts';

export interface WellKnownTools {
  readonly clock: Clock;
  readonly publicUrl: string | undefined;
  /** Empty without a contact: security.txt requires one. */
  readonly contactUrl: string;
}

const PUBLIC = { config: { access: publicAccess }, schema: { hide: true } };
const TYPE = 'text/plain; charset=utf-8';

export function wellKnownRoutes(app: FastifyInstance, { clock, publicUrl, contactUrl }: WellKnownTools): void {
  app.get('/robots.txt', PUBLIC, async (request, reply) =>
    sendDocument(request, reply, { type: TYPE, body: toRobotsTxt(readerOrigin(request, publicUrl)) }),
  );

  app.get('/.well-known/security.txt', PUBLIC, async (request, reply) => {
    if (contactUrl === '') throw notFound();
    const origin = readerOrigin(request, publicUrl);
    return sendDocument(request, reply, { type: TYPE, body: toSecurityTxt({ origin, contactUrl, now: clock.now() }) });
  });

  app.get('/security.txt', PUBLIC, async (_request, reply) => reply.redirect('/.well-known/security.txt', 301));
}
