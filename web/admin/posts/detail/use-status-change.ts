import { useRevalidator } from 'react-router';
import { type AdminPost, adminPostApi } from '#contract/admin-posts.ts';
import { consoleCall } from '../../../session/console-call.ts';
import { notifyFailure, notifyUndoable } from '../../ui/notify.tsx';
import { askBeforePublishing } from '../review/ask-before-publishing.tsx';

export function useStatusChange(post: AdminPost) {
  const revalidator = useRevalidator();
  const { serviceId, postId, title, status, revision, publishAt } = post;
  const isLive = status === 'published' || status === 'reserved';
  const isScheduled = !isLive && publishAt !== null && new Date(publishAt) > new Date();

  async function set(wanted: 'publish' | 'unpublish', seen: number): Promise<number | undefined> {
    try {
      const body = { status: wanted, revision: seen };
      return (await consoleCall(adminPostApi.setStatus, { params: { serviceId, idOrSlug: postId }, body })).revision;
    } catch (error) {
      notifyFailure(error, 'failure.update');
      return undefined;
    } finally {
      // Also after a failure, because the shown state may be outdated.
      await revalidator.revalidate();
    }
  }

  async function change(): Promise<void> {
    if (!isLive && !(await askBeforePublishing({ ...toReview(post), serviceId, title, isScheduled }))) return;
    const changed = await set(isLive ? 'unpublish' : 'publish', revision);
    if (changed === undefined) return;
    const undo = async () => void (await set(isLive ? 'publish' : 'unpublish', changed));
    notifyUndoable('posts.statusChanged', { undo });
  }

  return { isLive, isScheduled, change };
}

function toReview({ body, bodyFormat, description, slug, thumbnail, images }: AdminPost) {
  const shown = [...(thumbnail ? [thumbnail] : []), ...images];
  return { body, bodyFormat, description, slug, images: shown.map(({ fileId }) => fileId) };
}
