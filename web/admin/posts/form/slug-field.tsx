import { Button, Menu, TextInput } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adminPostApi } from '#contract/admin-posts.ts';
import type { SlugSource } from '#contract/post-slugs.ts';
import { MAX_SLUG } from '#contract/slugs.ts';
import { quietCall } from '../../../session/console-call.ts';
import { consoleConfig } from '../../../session/console-config.ts';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';
import { slugFault } from './post-faults.ts';
import { proposeSlug } from './slug-proposals.ts';
import type { PostFormState } from './use-post-form.ts';

export interface SlugFieldProps {
  readonly serviceId: string;
  readonly state: PostFormState;
  /** The slug that the post has already. */
  readonly ownSlug: string | undefined;
}

/** The slug, asked for as soon as the field is left, and proposals for it. */
export function SlugField({ serviceId, state, ownSlug }: SlugFieldProps) {
  const { t } = useTranslation('console');
  const { form } = state;
  const hasProposals = useHasProposals();
  const check = useSlugCheck(serviceId, state, ownSlug);

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
      description={t('posts.slugHelp')}
      required
      withAsterisk={false}
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      maxLength={MAX_SLUG}
      inputContainer={(input) => (
        <div className="field-with-action">
          {input}
          {hasProposals && <SlugProposals hasTitle={form.values.title.trim() !== ''} onWanted={propose} />}
        </div>
      )}
      {...form.getInputProps('slug')}
      onBlur={() => void check()}
    />
  );
}

/** Whether the installation wants the button; it does unless it says otherwise. */
function useHasProposals(): boolean {
  const [hasProposals, setHasProposals] = useState(true);
  useEffect(() => {
    consoleConfig().then(
      ({ post }) => setHasProposals(post.isEnableSlugAutoSetButton),
      () => {},
    );
  }, []);
  return hasProposals;
}

interface SlugProposalsProps {
  readonly hasTitle: boolean;
  readonly onWanted: (by: SlugSource) => Promise<void>;
}

function SlugProposals({ hasTitle, onWanted }: SlugProposalsProps) {
  const { t } = useTranslation('console');
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <Button variant="default" rightSection={<ChevronDown size={14} aria-hidden="true" />}>
          {t('posts.auto.label')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {hasTitle && <Menu.Item onClick={() => void onWanted('title')}>{t('posts.auto.title')}</Menu.Item>}
        <Menu.Item onClick={() => void onWanted('date')}>{t('posts.auto.date')}</Menu.Item>
        <Menu.Item onClick={() => void onWanted('random')}>{t('posts.auto.random')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Says under the field whether the slug is wrong or another post's. A check that fails says nothing: saving will. */
function useSlugCheck(serviceId: string, { form, takenSlugs }: PostFormState, ownSlug: string | undefined) {
  return async () => {
    const slug = form.getValues().slug.trim();
    if (slug === '' || slug === ownSlug) return;
    const isOther = !slugFault(slug) && !(await isSlugFree(serviceId, slug).catch(() => true));
    if (isOther) takenSlugs.add(slug);
    if (form.getValues().slug.trim() === slug) await form.validateField('slug');
  };
}

function isSlugFree(serviceId: string, slug: string): Promise<boolean> {
  return quietCall(adminPostApi.isSlugFree, { params: { serviceId }, query: { slug } });
}

/**
 * Offers a slug where none was given: the day's, if the installation makes slugs itself, else one made of the title,
 * if the title has letters for one.
 */
export async function offerSlug(serviceId: string, { form }: PostFormState): Promise<void> {
  const { title } = form.getValues();
  if (title.trim() === '' || form.getValues().slug !== '') return;
  const slug = await offeredSlug(serviceId, title).catch(() => undefined);
  if (slug !== undefined && form.getValues().slug === '') form.setFieldValue('slug', slug);
}

async function offeredSlug(serviceId: string, title: string): Promise<string | undefined> {
  const { post } = await consoleConfig();
  const by = post.autoSlugSet.isEnabled ? 'date' : 'title';
  const { slug, madeOf } = await proposeSlug(serviceId, { by, title });
  return by === 'title' && madeOf !== 'title' ? undefined : slug;
}
