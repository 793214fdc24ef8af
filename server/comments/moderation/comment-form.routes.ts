import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { type CommentForm, commentApi } from '#contract/comments.ts';
import { publicAccess } from '#contract/endpoint.ts';
import { ServiceId } from '#contract/services.ts';
import { browserOf } from '../../http/browser.ts';
import { notFound } from '../../http/errors.ts';
import type { Api } from '../../http/implement.ts';
import { findServiceConfigs } from '../../services/index.ts';
import { type CommentTools, requireOpenComments } from '../post-comment.ts';
import { createProofChallenge, setFormTimeCookie, signFormTime } from './challenges.ts';
import type { ModerationTools } from './moderation.ts';

export function commentFormRoutes(api: Api, tools: CommentTools): void {
  const { reader, vault, clock, recaptcha } = tools.moderation;
  api.implement(commentApi.form, async ({ params }): Promise<CommentForm> => {
    await requireOpenComments(tools, params);
    const { commentProofOfWork } = await findServiceConfigs(reader, params.serviceId, ['commentProofOfWork']);
    return {
      formToken: signFormTime(vault, params, clock.now()),
      ...(commentProofOfWork && { altcha: await createProofChallenge({ vault, clock }, params) }),
      ...(recaptcha && {
        recaptchaSiteKey: recaptcha.siteKey,
        recaptchaScript: `${recaptcha.url}/api.js?render=${recaptcha.siteKey}`,
      }),
    };
  });
}

const EMPTY_GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

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
    setFormTimeCookie({ vault, now: clock.now(), isSecure }, browserOf(request, reply), serviceId);
    return reply.header('cache-control', 'no-store').type('image/gif').send(EMPTY_GIF);
  });
}
