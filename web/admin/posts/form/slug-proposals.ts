import { flushSync } from 'react-dom';
import type { ResponseOf } from '#contract/endpoint.ts';
import { postSlugApi, type SlugSource } from '#contract/post-slugs.ts';
import { quietCall } from '../../../session/console-call.ts';
import { consoleConfig } from '../../../session/console-config.ts';
import type { PostFormState } from './use-post-form.ts';

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

/**
 * Offers a slug where none was given: the day's, if the installation makes slugs itself, else one made of the title,
 * if the title has letters for one.
 */
export async function offerSlug(serviceId: string, { form }: PostFormState): Promise<void> {
  const { title } = form.getValues();
  if (title.trim() === '' || form.getValues().slug !== '') return;
  const slug = await offeredSlug(serviceId, title).catch(() => undefined);
  if (slug === undefined || form.getValues().slug !== '') return;
  flushSync(() => form.setFieldValue('slug', slug));
  // Whoever is in the field already goes on typing in place of the offer, not behind it.
  const input = form.getInputNode('slug');
  if (input instanceof HTMLInputElement && input === document.activeElement) input.select();
}

async function offeredSlug(serviceId: string, title: string): Promise<string | undefined> {
  const { post } = await consoleConfig();
  const by = post.autoSlugSet.isEnabled ? 'date' : 'title';
  const { slug, madeOf } = await proposeSlug(serviceId, { by, title });
  return by === 'title' && madeOf !== 'title' ? undefined : slug;
}
