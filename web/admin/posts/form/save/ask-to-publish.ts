import { formatOfMode } from '#contract/posts.ts';
import { askBeforePublishing } from '../../review/ask-before-publishing.tsx';
import { fromLocalInput, isFuture } from '../local-time.ts';
import type { PostFormValues } from '../post-form-values.ts';

/** The question before a post goes out, with what in it may want a look. */
export function askToPublish(serviceId: string, values: PostFormValues): Promise<boolean> {
  const { title, body, editorMode, description, slug, thumbnail, images, publishAt } = values;
  const instant = fromLocalInput(publishAt);
  return askBeforePublishing({
    ...{ serviceId, title: title.trim(), body, bodyFormat: formatOfMode[editorMode], description, slug: slug.trim() },
    images: [...new Set([...images, thumbnail ?? []].flat().map(({ fileId }) => fileId))],
    isScheduled: instant !== null && isFuture(instant, new Date()),
  });
}
