import type { PostSnapshot } from '#contract/post-history.ts';
import { toPost } from '../../posts/stored-post.ts';
import { toSnapshot } from '../record-revision.ts';
import type { BinnedContent } from './bin.repository.ts';

export function toBinnedSnapshot({ row, categorySlug, tags }: BinnedContent): PostSnapshot {
  const post = toPost({ ...row, categorySlug, categoryLabel: null, categoryParentPath: null });
  return toSnapshot(
    post,
    tags.map(({ label }) => label),
  );
}
