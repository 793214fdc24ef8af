import type { AdminPost, PostCreation } from '#contract/admin-posts.ts';
import { fieldMessages } from '#contract/errors.ts';
import { isAllowedPostSlug, MAX_SLUG } from '#contract/slugs.ts';
import { auditActorOf } from '../audit/index.ts';
import { findCategory } from '../categories/index.ts';
import type { Db } from '../database/connect.ts';
import { holdService } from '../database/service-revision.ts';
import type { Transaction } from '../database/tables.ts';
import { forbidden, invalid } from '../http/errors.ts';
import { newId } from '../platform/ids.ts';
import { languageOf } from '../platform/written-language.ts';
import { createPostByEditor, type SaveTools } from '../post-editing/save-post.ts';
import type { WholePost } from '../posts/post.repository.ts';
import { findPost, getPost } from '../posts/post.repository.ts';
import { numbered } from '../posts/slugs/propose-slug.ts';
import { listUsedSlugs } from '../posts/slugs/slug-redirect.repository.ts';
import { isService } from '../services/index.ts';
import { listTagsOfPost } from '../tags/index.ts';
import { addMember, type ChangeOf, type ChangeTools } from './change-translations.ts';
import { findTranslation } from './translation.repository.ts';
import { saveReview, settleSet } from './translation-set.ts';

/** Copies a post into a draft in another language, with nothing of it translated yet. */
export async function createTranslation(
  tools: SaveTools & ChangeTools,
  { serviceId: originalServiceId, idOrSlug, actor, caller }: ChangeOf,
  { language, serviceId = originalServiceId }: { readonly language: string; readonly serviceId?: string | undefined },
): Promise<AdminPost> {
  if (!actor.serviceIds.includes(serviceId)) throw forbidden();
  const { reader } = tools.database;
  if (!(await isService(reader, serviceId))) throw invalid({ serviceId: fieldMessages.invalid });
  const seen = await getPost(reader, originalServiceId, idOrSlug);
  const onCreated = async (trx: Transaction, draft: WholePost) => {
    await holdService(trx, originalServiceId);
    const original = await findPost(trx, originalServiceId, seen);
    if (!original) throw invalid({ postId: fieldMessages.invalid });
    await joinOriginal(trx, original, { draft, newSetId: newId(tools.clock.now()) });
    const details = { posts: [original.title] };
    const by = { actor: auditActorOf(actor), caller, serviceId };
    await tools.audit.record({ ...by, action: 'translation-created', target: draft.postId, details }, trx);
  };
  const input = await copyOf(reader, seen, { serviceId, language });
  return createPostByEditor(tools, { serviceId, actor: actor.username, onCreated }, input);
}

async function joinOriginal(
  trx: Transaction,
  original: WholePost,
  { draft, newSetId }: { readonly draft: WholePost; readonly newSetId: string },
): Promise<void> {
  const own = await findTranslation(trx, original);
  const setId = own?.setId ?? newSetId;
  if (!own) await addMember(trx, setId, { post: original, language: languageOf(original) });
  await addMember(trx, setId, { post: draft, language: draft.language });
  await saveReview(trx, draft, { original, reviewed: [] });
  await settleSet(trx, setId);
}

/** Files belong to their service, so a draft of another service refers to them in its body only. */
async function copyOf(
  db: Db,
  post: WholePost,
  { serviceId, language }: { readonly serviceId: string; readonly language: string },
): Promise<PostCreation> {
  const { title, label, description, author, bodyFormat, editorMode, body, isHiddenInList, categorySlug } = post;
  const tags = await listTagsOfPost(db, post.serviceId, post.postId);
  const isOwnService = serviceId === post.serviceId;
  const hasCategory = categorySlug !== null && (await findCategory(db, serviceId, categorySlug)) !== undefined;
  const { thumbnail, images, files } = post;
  return {
    slug: await slugOfTranslation(db, post, { serviceId, language }),
    title,
    label,
    description,
    author,
    language,
    bodyFormat,
    editorMode,
    body,
    isHiddenInList,
    status: 'draft',
    links: post.links.map(({ id, url, label }) => ({ id, url, label })),
    category: hasCategory ? categorySlug : null,
    tags: tags.map((tag) => (isOwnService ? { tagId: tag.tagId } : { label: tag.label })),
    ...(isOwnService && { thumbnail, images: [...images], files: [...files] }),
  };
}

async function slugOfTranslation(
  db: Db,
  { slug, serviceId: originalServiceId }: WholePost,
  { serviceId, language }: { readonly serviceId: string; readonly language: string },
): Promise<string> {
  const ending = `-${language.toLowerCase()}`;
  const withLanguage = `${slug.slice(0, MAX_SLUG - ending.length - '-99'.length)}${ending}`;
  const slugs = [...(serviceId === originalServiceId ? [] : [slug]), ...numbered(withLanguage)];
  const used = await listUsedSlugs(db, serviceId, slugs);
  return slugs.find((candidate) => isAllowedPostSlug(candidate) && !used.has(candidate)) ?? '';
}
