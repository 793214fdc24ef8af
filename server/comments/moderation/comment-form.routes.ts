import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { type CommentForm, commentApi } from '#contract/comments.ts';
import { publicAccess } from '#contract/endpoint.ts';
import { ServiceId } from '#contract/services.ts';
import { browserOf } from '../../http/browser.ts';
import { notFound } from '../../http/errors.ts';
import type { Api } from '../../http/implement.ts';
import { findServiceConfigs } from '../../services/index.ts';
import type { CommentTools } from '../comment-tools.ts';
import { requireOpen } from '../post-comment.ts';
import { rememberStart, signFormTime } from './form-time.ts';
import type { ModerationTools } from './moderation.ts';
import { newChallenge } from './proof-of-work.ts';

export function commentFormRoutes(api: Api, tools: CommentTools): void {
  const { moderation } = tools;
  api.implement(commentApi.form, async ({ params }): Promise<CommentForm> => {
    await requireOpen(tools, params);
    const { commentProofOfWork } = await findServiceConfigs(moderation.reader, params.serviceId, [
      'commentProofOfWork',
    ]);
    return {
      formToken: signFormTime(moderation.vault, params, moderation.clock.now()),
      ...(commentProofOfWork && { altcha: await newChallenge(moderation, params) }),
      ...(moderation.recaptcha && {
        recaptchaSiteKey: moderation.recaptcha.siteKey,
        recaptchaScript: `${moderation.recaptcha.url}/api.js?render=${moderation.recaptcha.siteKey}`,
      }),
    };
  });
}

const DOT = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** Serves the image that records the opening of a comment form in browsers without scripts. */
export async function commentStartRoutes(
  scope: FastifyInstance,
  { vault, clock, publicUrl }: Pick<ModerationTools, 'vault' | 'clock'> & { readonly publicUrl: string | undefined },
): Promise<void> {
  await scope.register(cookie);
  const options = { config: { access: publicAccess }, schema: { hide: true } };
  scope.get<{ Params: { serviceId: string } }>('/comments/:serviceId/started.gif', options, async (request, reply) => {
    const { success, data: serviceId } = ServiceId.safeParse(request.params.serviceId);
    if (!success) throw notFound();
    const isSecure = [publicUrl, request.protocol].some((address) => address?.startsWith('https'));
    rememberStart({ vault, now: clock.now(), isSecure }, browserOf(request, reply), serviceId);
    return reply.header('cache-control', 'no-store').type('image/gif').send(DOT);
  });
}
