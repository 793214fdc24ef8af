import { postPath } from '#contract/page-paths.ts';
import type { PublicTranslation } from '#contract/posts.ts';
import type { Db } from '../database/connect.ts';
import { isVisible } from '../posts/post-state.ts';
import { listMembersOfPosts, listMembersWith, type PostKey, type SetMember } from './translation.repository.ts';

export interface PublicTranslations {
  /** Language of the post in its set. */
  readonly language: string;
  readonly translations: PublicTranslation[];
}

/** Members that readers see, without the post itself, which may be hidden. */
export async function listPublicTranslations(
  db: Db,
  { serviceId, postId }: PostKey,
  now: string,
): Promise<SetMember[]> {
  const members = await listMembersWith(db, { serviceId, postId });
  return members.filter((member) => member.postId !== postId && isVisible(member, now));
}

/** Returns undefined when readers see no translation of the post. */
export async function findPublicTranslations(
  db: Db,
  { serviceId, postId }: PostKey,
  { now, publicUrl = '' }: { readonly now: string; readonly publicUrl: string | undefined },
): Promise<PublicTranslations | undefined> {
  const members = await listMembersWith(db, { serviceId, postId });
  const own = members.find((member) => member.postId === postId);
  const shown = members.filter((member) => member === own || isVisible(member, now));
  if (!own || shown.length < 2) return undefined;
  const byDefault = defaultOf(shown);
  const translations = shown
    .filter((member) => member !== own)
    .map((member) => ({
      language: member.language,
      serviceId: member.serviceId,
      slug: member.slug,
      title: member.title,
      url: `${publicUrl}${postPath(member.serviceId, member.slug)}`,
      ...(member.postId === own.originalId && { relation: 'original' as const }),
      ...(member.originalId === postId && { relation: 'translation' as const }),
      ...(member === byDefault && { isDefault: true as const }),
      ...(member.isHiddenInList === 1 && { noindex: true as const }),
    }));
  return { language: own.language, translations };
}

/** Chooses the member for readers of other languages: the English one, else the original. */
function defaultOf(shown: readonly SetMember[]): SetMember | undefined {
  const listed = shown.filter(({ isHiddenInList }) => isHiddenInList === 0);
  const members = listed.length > 0 ? listed : shown;
  const english = members.find(({ language }) => language === 'en' || language.startsWith('en-'));
  const originals = new Set(members.map(({ originalId }) => originalId));
  return (
    english ?? members.find(({ postId, originalId }) => originalId === null && originals.has(postId)) ?? members[0]
  );
}

export interface AlternatePage {
  /** `x-default` for readers of other languages. */
  readonly language: string;
  readonly path: string;
}

/** Lists the pages of the same text in other languages for posts in lists, with their own. */
export async function listAlternates(
  db: Db,
  {
    serviceId,
    postIds,
    now,
  }: { readonly serviceId: string; readonly postIds: readonly string[]; readonly now: string },
): Promise<Map<string, AlternatePage[]>> {
  const sets = await listMembersOfPosts(db, { serviceId, postIds });
  return new Map([...sets].map(([postId, members]) => [postId, toAlternates(members, now)]));
}

function toAlternates(members: readonly SetMember[], now: string): AlternatePage[] {
  const shown = members.filter((member) => isVisible(member, now) && member.isHiddenInList === 0);
  const byDefault = defaultOf(shown);
  if (shown.length < 2 || !byDefault) return [];
  const toPage = (member: SetMember, language: string) => ({ language, path: postPath(member.serviceId, member.slug) });
  return [...shown.map((member) => toPage(member, member.language)), toPage(byDefault, 'x-default')];
}
