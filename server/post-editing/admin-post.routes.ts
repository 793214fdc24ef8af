import { type AdminPost, adminPostApi, PostCreationWithSlug, postConversionApi } from '#contract/admin-posts.ts';
import { fieldMessages } from '#contract/errors.ts';
import { isAllowedPostSlug, looksLikeId } from '#contract/slugs.ts';
import type { Actor } from '../http/actor.ts';
import { invalid } from '../http/errors.ts';
import type { Api } from '../http/implement.ts';
import { toInstant } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { deletePost } from '../post-history/bin/move-to-bin.ts';
import { presentToEditors, ShownFiles } from '../posts/post.presenter.ts';
import { findPostIdBySlug, getPost } from '../posts/post.repository.ts';
import { readStatusWord } from '../posts/post-state.ts';
import { createPostByEditor, type SaveTools, savePost } from './save-post.ts';
import { changePostStatus } from './write-post.ts';

export function adminPostRoutes(api: Api, { log, ...tools }: SaveTools & { log: Log }): void {
  const { clock, renderer, mediaUrl } = tools;
  const { reader } = tools.database;
  const now = () => toInstant(clock.now());

  api.implement(adminPostApi.isSlugFree, async ({ params: { serviceId }, query: { slug } }) => {
    if (looksLikeId(slug)) throw invalid({ slug: fieldMessages.invalid });
    return isAllowedPostSlug(slug) && (await findPostIdBySlug(reader, serviceId, slug)) === undefined;
  });

  api.implement(postConversionApi.convert, async ({ body, actor }) => ({ body: await renderer.convert(body, actor) }));

  const logChange = (event: string, { postId, serviceId, revision, status }: AdminPost, { username }: Actor): void =>
    log.info({ serviceId, postId, revision, status, actor: username }, event);

  // Without generated slugs, a missing slug is reported together with the other field errors.
  const { create } = adminPostApi;
  const creation = tools.autoSlug.isEnabled ? create : { ...create, body: PostCreationWithSlug };
  api.implement(creation, async ({ params: { serviceId }, body, actor }) => {
    const post = await createPostByEditor(tools, { serviceId, actor: actor.username }, body);
    logChange('post created', post, actor);
    return post;
  });

  api.implement(adminPostApi.preview, async ({ params: { serviceId }, body: { body, ...kind }, actor }) => {
    const source = { body: body.trimEnd(), ...kind };
    const { html } = await renderer.render(source, { previewFor: actor.username });
    const shown = await ShownFiles.of(reader, [{ bodyHtml: html }], { serviceId, mediaUrl });
    return { bodyHtml: shown.enrich(html, kind) };
  });

  api.implement(adminPostApi.find, async ({ params: { serviceId, idOrSlug } }) =>
    presentToEditors(reader, await getPost(reader, serviceId, idOrSlug), { mediaUrl, now: now() }),
  );

  api.implement(adminPostApi.update, async ({ params, body, actor }) => {
    const post = await savePost(tools, { ...params, actor: actor.username }, body);
    logChange('post saved', post, actor);
    return post;
  });

  api.implement(adminPostApi.setStatus, async ({ params: { serviceId, idOrSlug }, body, actor }) => {
    const status = readStatusWord(body.status);
    const { postId } = await getPost(reader, serviceId, idOrSlug);
    const changed = { serviceId, postId, actor: actor.username, revision: body.revision };
    const post = await changePostStatus(tools, changed, status);
    logChange('post status changed', post, actor);
    return post;
  });

  api.implement(adminPostApi.delete, async ({ params, actor }) => {
    const postId = await deletePost(tools, { ...params, actor: actor.username });
    log.info({ serviceId: params.serviceId, postId, actor: actor.username }, 'post deleted');
    return null;
  });
}
