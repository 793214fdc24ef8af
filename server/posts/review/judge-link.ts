import type { PostFinding } from '#contract/post-review.ts';
import { findCategory } from '../../categories/index.ts';
import type { Db } from '../../database/connect.ts';
import { listFilesEverById } from '../../media/index.ts';
import { isService } from '../../services/index.ts';
import { findTag } from '../../tags/index.ts';
import { findGroup } from '../groups/post-group.repository.ts';
import { isVisible } from '../post-state.ts';
import { findMovedPost } from '../slugs/slug-redirect.repository.ts';
import type { LinkTarget } from './link-target.ts';
import { findPostState } from './review.repository.ts';

export interface LinkingPost {
  readonly serviceId: string;
  readonly slug: string;
  readonly ids: ReadonlySet<string>;
  readonly now: string;
}

type Why = Extract<PostFinding, { kind: 'brokenLink' }>['why'];

export async function moderateLink(db: Db, target: LinkTarget, post: LinkingPost): Promise<Why | undefined> {
  if (target.kind === 'place') return post.ids.has(target.id) ? undefined : 'noSuchPlace';
  if (target.kind === 'post') return judgePost(db, target, post);
  return (await isThere(db, target)) ? undefined : 'missing';
}

/** Does not reveal whether an unpublished post exists in another service. */
async function judgePost(
  db: Db,
  { serviceId, name }: { readonly serviceId: string; readonly name: string },
  post: LinkingPost,
): Promise<Why | undefined> {
  const isOwn = serviceId === post.serviceId;
  if (isOwn && name === post.slug) return undefined;
  const found = (await findPostState(db, serviceId, name)) ?? (await findMovedPost(db, serviceId, name));
  if (found && isVisible(found, post.now)) return undefined;
  return found && isOwn ? 'notPublished' : 'missing';
}

type Other = Exclude<LinkTarget, { kind: 'place' | 'post' }>;

async function isThere(db: Db, target: Other): Promise<boolean> {
  const { serviceId } = target;
  switch (target.kind) {
    case 'service':
      return isService(db, serviceId);
    case 'category':
      return (await findCategory(db, serviceId, target.name)) !== undefined;
    case 'tag':
      return (await findTag(db, serviceId, target.name.normalize('NFC').trim())) !== undefined;
    case 'group':
      return (await findGroup(db, serviceId, target.name)) !== undefined;
    case 'file': {
      const [file] = await listFilesEverById(db, serviceId, [target.name]);
      return file?.isWithdrawn === 0;
    }
  }
}
