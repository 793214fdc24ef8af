import { flushSync } from 'react-dom';
import type { ResponseOf } from '#contract/endpoint.ts';
import { postSlugApi, type SlugSource } from '#contract/post-slugs.ts';
import { quietCall } from '../../../session/console-call.ts';
import { consoleConfig } from '../../../session/console-config.ts';
import type { PostFormState } from './use-post-form.ts';

const MAX_TITLE = 300;

/** Asks the server for an unused slug; a date slug uses the browser's time zone. */
export function proposeSlug(
  serviceId: string,
  { by, title }: { readonly by: SlugSource; readonly title: string },
): Promise<ResponseOf<typeof postSlugApi.propose>> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const query = { by, title: title.slice(0, MAX_TITLE), timeZone };
  return quietCall(postSlugApi.propose, { params: { serviceId }, query });
}

/**
 * Fills an empty slug: with the date when automatic slugs are enabled, else from the title unless it has no usable
 * letters.
 */
export async function offerSlug(serviceId: string, { form }: PostFormState): Promise<void> {
  const { title } = form.getValues();
  if (title.trim() === '' || form.getValues().slug !== '') return;
  const slug = await offeredSlug(serviceId, title).catch(() => undefined);
  if (slug === undefined || form.getValues().slug !== '') return;
  flushSync(() => form.setFieldValue('slug', slug));
  // Selects the offered slug when the field has focus, so that typing replaces it.
  const input = form.getInputNode('slug');
  if (input instanceof HTMLInputElement && input === document.activeElement) input.select();
}

async function offeredSlug(serviceId: string, title: string): Promise<string | undefined> {
  const { post } = await consoleConfig();
  const by = post.autoSlugSet.isEnabled ? 'date' : 'title';
  const { slug, madeOf } = await proposeSlug(serviceId, { by, title });
  return by === 'title' && madeOf !== 'title' ? undefined : slug;
}
