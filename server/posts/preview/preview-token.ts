import { timingSafeEqual } from 'node:crypto';
import type { PostRow } from '../../database/tables.ts';
import { type Clock, toInstant } from '../../platform/clock.ts';
import { newPreviewToken } from '../../platform/ids.ts';
import { inDays } from '../content-bounds.ts';
import { isForReaders } from '../post-state.ts';

export type Preview = Pick<PostRow, 'previewToken' | 'previewExpiresAt'>;

export interface PreviewTools {
  readonly clock: Clock;
  /** How long a token opens its post. */
  readonly content: { readonly previewDays: number };
}

/** A token that begins to hold now. */
export function newPreview({ clock, content: { previewDays } }: PreviewTools): Preview {
  return { previewToken: newPreviewToken(), previewExpiresAt: inDays(clock.now(), previewDays) };
}

/**
 * The token that a write leaves behind, where it is another one. Whoever was sent a link before a post was published is
 * not meant to read it when it has been taken back; and a token at its end makes room for one that holds, since clients
 * make links of whatever token there is.
 */
export function renewedPreview(
  former: Pick<PostRow, 'status' | 'previewExpiresAt'>,
  status: string,
  tools: PreviewTools,
): Preview | undefined {
  const isTakenBack = isForReaders(former.status) && !isForReaders(status);
  const isOver = former.previewExpiresAt <= toInstant(tools.clock.now());
  return isTakenBack || isOver ? newPreview(tools) : undefined;
}

/** Whether a token opens the post, compared in a time that tells nothing of it. */
export function isPreviewOpen(token: string | undefined, preview: Preview, now: string): boolean {
  if (!token || preview.previewExpiresAt <= now) return false;
  const [given, expected] = [Buffer.from(token), Buffer.from(preview.previewToken)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
