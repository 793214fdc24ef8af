import { Button, Menu, TextInput } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { adminPostApi } from '#contract/admin-posts.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { postSlugApi, type SlugSource } from '#contract/post-addresses.ts';
import { MAX_SLUG } from '#contract/slugs.ts';
import { backgroundCall, quietCall } from '../../session/console-call.ts';
import { consoleConfig } from '../../session/console-config.ts';
import { usePostConfig } from '../posts/use-post-config.ts';
import { notifyFailure, notifySuccess } from '../ui/notify.tsx';
import { useSlugCheck } from '../ui/use-slug-check.ts';
import { slugError } from './post-errors.ts';
import type { PostFormState } from './use-post-form.ts';

const MAX_TITLE = 300;

function proposeSlug(
  serviceId: string,
  { by, title }: { readonly by: SlugSource; readonly title: string },
): Promise<ResponseOf<typeof postSlugApi.propose>> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const query = { by, title: title.slice(0, MAX_TITLE), timeZone };
  return quietCall(postSlugApi.propose, { params: { serviceId }, query });
}

/** Fills an empty slug: with the date if automatic slugs are enabled, else from the title if it has usable letters. */
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

export interface SlugFieldProps {
  readonly serviceId: string;
  readonly state: PostFormState;
  readonly ownSlug: string | undefined;
}

export function SlugField({ serviceId, state, ownSlug }: SlugFieldProps) {
  const { t } = useTranslation('console');
  const { form, takenSlugs } = state;
  const hasProposals = usePostConfig()?.isEnableSlugAutoSetButton ?? true;
  const slug = form.values.slug.trim();
  const isFree = useSlugCheck(
    slug === ownSlug ? '' : slug,
    async (typed) => (slugError(typed) ? undefined : isSlugFree(serviceId, typed).catch(() => undefined)),
    (checked, isFree) => {
      if (isFree === false) takenSlugs.add(checked);
      else if (isFree) takenSlugs.delete(checked);
      void form.validateField('slug');
    },
  );

  async function propose(by: SlugSource): Promise<void> {
    try {
      const { slug, madeOf } = await proposeSlug(serviceId, { by, title: form.getValues().title });
      form.setFieldValue('slug', slug);
      if (by === 'title' && madeOf !== 'title') notifySuccess('posts.auto.notOfTitle');
    } catch (error) {
      notifyFailure(error);
    }
  }

  return (
    <TextInput
      label={t('posts.fields.slug')}
      description={
        <>
          {t('posts.slugHelp')}
          <span className="slug-free" role="status">
            {isFree && t('writing.slugFree')}
          </span>
        </>
      }
      required
      withAsterisk={false}
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      maxLength={MAX_SLUG}
      inputContainer={(input) => (
        <div className="field-with-action ui-row ui-gap-2">
          {input}
          {hasProposals && <SlugProposals hasTitle={form.values.title.trim() !== ''} onSelect={propose} />}
        </div>
      )}
      {...form.getInputProps('slug')}
    />
  );
}

function SlugProposals({ hasTitle, onSelect }: { hasTitle: boolean; onSelect: (by: SlugSource) => Promise<void> }) {
  const { t } = useTranslation('console');
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <Button variant="default" rightSection={<ChevronDown size={14} />}>
          {t('posts.auto.label')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {hasTitle && <Menu.Item onClick={() => void onSelect('title')}>{t('posts.auto.title')}</Menu.Item>}
        <Menu.Item onClick={() => void onSelect('date')}>{t('posts.auto.date')}</Menu.Item>
        <Menu.Item onClick={() => void onSelect('random')}>{t('posts.auto.random')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function isSlugFree(serviceId: string, slug: string): Promise<boolean> {
  return backgroundCall(adminPostApi.isSlugFree, { params: { serviceId }, query: { slug } });
}
