import type { ResponseOf } from '#contract/endpoint.ts';
import { postSlugApi, type SlugSource } from '#contract/post-slugs.ts';
import { quietCall } from '../../../session/console-call.ts';

/** As much of a title as is sent to be made a slug. */
const MAX_TITLE = 300;

/** A slug that no post has, as the server makes it; the day is the one where the editor is. */
export function proposeSlug(
  serviceId: string,
  { by, title }: { readonly by: SlugSource; readonly title: string },
): Promise<ResponseOf<typeof postSlugApi.propose>> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const query = { by, title: title.slice(0, MAX_TITLE), timeZone };
  return quietCall(postSlugApi.propose, { params: { serviceId }, query });
}
