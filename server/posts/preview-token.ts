import { timingSafeEqual } from 'node:crypto';
import { isForReaders } from '#contract/post-status.ts';
import type { PostRow } from '../database/tables.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { newPreviewToken } from '../platform/ids.ts';
import { inDays } from './content-bounds.ts';

export type Preview = Pick<PostRow, 'previewToken' | 'previewExpiresAt'>;

export interface PreviewTools {
  readonly clock: Clock;
  readonly content: { readonly previewDays: number };
}

export function newPreview({ clock, content: { previewDays } }: PreviewTools): Preview {
  return { previewToken: newPreviewToken(), previewExpiresAt: inDays(clock.now(), previewDays) };
}

/**
 * Returns undefined while the token may stay. Links shared before publication must not open the post after it was
 * unpublished. Expired tokens are replaced because clients build links from whatever token they get.
 */
export function renewedPreview(
  former: Pick<PostRow, 'status' | 'previewExpiresAt'>,
  status: string,
  tools: PreviewTools,
): Preview | undefined {
  const isUnpublished = isForReaders(former.status) && !isForReaders(status);
  const isOver = former.previewExpiresAt <= toInstant(tools.clock.now());
  return isUnpublished || isOver ? newPreview(tools) : undefined;
}

export function isPreviewOpen(token: string | undefined, preview: Preview, now: string): boolean {
  if (!token || preview.previewExpiresAt <= now) return false;
  const actual = Buffer.from(token);
  const expected = Buffer.from(preview.previewToken);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
