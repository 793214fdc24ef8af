import { MAX_DELIVERY_SUBJECT, type WebhookPayload } from '#contract/webhooks.ts';

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

export function subjectOf(
  { post, comment }: Pick<WebhookPayload, 'post' | 'comment'>,
  titles: ReadonlyMap<string, string>,
): string | null {
  if (post) return shortened(post.title ?? post.path);
  return comment ? shortened(titles.get(comment.contentId) ?? comment.contentId) : null;
}

/** Splits no grapheme unless a single one exceeds the limit. */
function shortened(text: string): string {
  const room = [...text].slice(0, MAX_DELIVERY_SUBJECT);
  const line = room.join('');
  if (line === text) return text;
  // The last grapheme may be incomplete.
  const last = [...graphemes.segment(line)].at(-1)?.index;
  return `${last ? line.slice(0, last) : room.slice(0, -1).join('')}…`;
}
