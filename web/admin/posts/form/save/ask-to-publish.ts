import { formatOfMode } from '#contract/posts.ts';
import { askBeforePublishing, type PublishQuestion } from '../../review/ask-before-publishing.tsx';
import { fromLocalInput, isFuture } from '../local-time.ts';
import type { PostFormValues } from '../post-form-values.ts';

export function askToPublish(serviceId: string, values: PostFormValues): Promise<boolean> {
  return askBeforePublishing({ serviceId, ...publishQuestion(values, new Date()) });
}

export function publishQuestion(values: PostFormValues, now: Date): Omit<PublishQuestion, 'serviceId'> {
  const { title, body, editorMode, description, slug, thumbnail, images, publishAt } = values;
  const instant = fromLocalInput(publishAt);
  return {
    ...{ title: title.trim(), body, bodyFormat: formatOfMode[editorMode], description, slug: slug.trim() },
    images: [...new Set([...images, thumbnail ?? []].flat().map(({ fileId }) => fileId))],
    isScheduled: instant !== null && isFuture(instant, now),
  };
}
