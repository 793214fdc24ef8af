import type { PostSnapshot } from '#contract/post-history.ts';
import { toSnapshot } from '../history/record-revision.ts';
import { toPost } from '../stored-post.ts';
import type { BinnedContent } from './bin.repository.ts';

export function toBinnedSnapshot({ row, categorySlug, tags }: BinnedContent): PostSnapshot {
  const post = toPost({ ...row, categorySlug, categoryLabel: null, categoryParentPath: null });
  return toSnapshot(
    post,
    tags.map(({ label }) => label),
  );
}
