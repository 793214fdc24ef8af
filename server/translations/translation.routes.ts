import { type TranslationMember, type TranslationSet, translationApi } from '#contract/translations.ts';
import type { Actor } from '../http/actor.ts';
import type { Api } from '../http/implement.ts';
import { toInstant } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { SaveTools } from '../post-editing/save-post.ts';
import { getPost } from '../posts/post.repository.ts';
import { currentState, isVisible } from '../posts/post-state.ts';
import { type ChangeTools, linkTranslation, unlinkTranslation } from './change-translations.ts';
import { createTranslation } from './create-translation.ts';
import { readReview, reviewTranslation } from './review-translation.ts';
import { listMembersWith, type SetMember } from './translation.repository.ts';

export function translationRoutes(api: Api, { log, ...tools }: SaveTools & ChangeTools & { readonly log: Log }): void {
  const { database, clock } = tools;
  const toSet = (members: readonly SetMember[], actor: Actor): TranslationSet => {
    const now = toInstant(clock.now());
    return { setId: members[0]?.setId ?? null, members: members.map((member) => present(member, actor, now)) };
  };

  api.implement(translationApi.list, async ({ params: { serviceId, idOrSlug }, actor }) => {
    const post = await getPost(database.reader, serviceId, idOrSlug);
    return toSet(await listMembersWith(database.reader, post), actor);
  });

  api.implement(translationApi.link, async ({ params, body, actor, caller }) => {
    const members = await linkTranslation(tools, { ...params, actor, caller }, body);
    log.info({ ...params, linked: body.postId, actor: actor.username }, 'translation linked');
    return toSet(members, actor);
  });

  api.implement(translationApi.unlink, async ({ params, actor, caller }) => {
    await unlinkTranslation(tools, { ...params, actor, caller });
    log.info({ ...params, actor: actor.username }, 'translation unlinked');
    return { setId: null, members: [] };
  });

  api.implement(translationApi.create, async ({ params, body, actor, caller }) => {
    const post = await createTranslation(tools, { ...params, actor, caller }, body);
    const { serviceId, postId } = post;
    log.info({ serviceId, postId, language: body.language, actor: actor.username }, 'translation created');
    return post;
  });

  api.implement(translationApi.blocks, ({ params, actor }) => readReview(tools, { ...params, actor }));

  api.implement(translationApi.review, async ({ params, body, actor }) => {
    const review = await reviewTranslation(tools, { ...params, actor }, body);
    log.info({ ...params, actor: actor.username }, 'translation reviewed');
    return review;
  });
}

function present(member: SetMember, { serviceIds }: Actor, now: string): TranslationMember {
  const { postId, serviceId, slug, title, language, revision, originalId, outdated, missing, extra } = member;
  const isAccessible = serviceIds.includes(serviceId);
  const named = isAccessible || isVisible(member, now) ? { slug, title } : { slug: '', title: '' };
  const { status } = currentState(member, now);
  return {
    postId,
    serviceId,
    ...named,
    language,
    status,
    revision,
    originalId,
    outdated,
    missing,
    extra,
    isAccessible,
  };
}
