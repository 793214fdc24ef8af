import { MAX_DELIVERY_SUBJECT, type WebhookPayload } from '#contract/webhooks.ts';

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * What an event is about, in a few words: the post’s title, or where it is if the event does not tell its title. A
 * comment is known by what it was written under: `titles` has posts by their content id.
 */
export function subjectOf(
  { post, comment }: Pick<WebhookPayload, 'post' | 'comment'>,
  titles: ReadonlyMap<string, string>,
): string | null {
  if (post) return shortened(post.title ?? post.path);
  return comment ? shortened(titles.get(comment.contentId) ?? comment.contentId) : null;
}

/** As much of a text as a list has room for; no letter is parted from its marks, unless it has more than fit. */
function shortened(text: string): string {
  const room = [...text].slice(0, MAX_DELIVERY_SUBJECT);
  const line = room.join('');
  if (line === text) return text;
  // The last letter makes way, since what follows may belong to it.
  const last = [...graphemes.segment(line)].at(-1)?.index;
  return `${last ? line.slice(0, last) : room.slice(0, -1).join('')}…`;
}
