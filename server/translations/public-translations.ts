import { postPath } from '#contract/page-paths.ts';
import type { PublicTranslation } from '#contract/posts.ts';
import type { Db } from '../database/connect.ts';
import { isVisible } from '../posts/post-state.ts';
import { listMembersWith, type PostKey, type SetMember } from './translation.repository.ts';

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
    }));
  return { language: own.language, translations };
}

type Candidate = Pick<SetMember, 'postId' | 'language' | 'originalId'>;

/** Chooses the member for readers of other languages: the English one, else the original. */
function defaultOf<Member extends Candidate>(members: readonly Member[]): Member | undefined {
  const english = members.find(({ language }) => language === 'en' || language.startsWith('en-'));
  const originals = new Set(members.map(({ originalId }) => originalId));
  return (
    english ?? members.find(({ postId, originalId }) => originalId === null && originals.has(postId)) ?? members[0]
  );
}
