import { Button, Menu, TextInput } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { adminPostApi } from '#contract/admin-posts.ts';
import { MAX_SLUG } from '#contract/slugs.ts';
import { quietCall } from '../../../session/console-call.ts';
import { notifyFailure } from '../../ui/notify.tsx';
import { slugFault } from './post-faults.ts';
import { dateSlugs, firstFree, randomSlugs, slugOfTitle } from './slug-proposals.ts';
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
  const check = useSlugCheck(serviceId, state, ownSlug);

  async function propose(slugs: readonly string[]): Promise<void> {
    try {
      const slug = await firstFree(slugs, (candidate) => isSlugFree(serviceId, candidate));
      if (slug === undefined) form.setFieldError('slug', t('posts.noFreeSlug'));
      else form.setFieldValue('slug', slug);
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
          <SlugProposals title={form.values.title} onWanted={(slugs) => void propose(slugs)} />
        </div>
      )}
      {...form.getInputProps('slug')}
      onBlur={() => void check()}
    />
  );
}

interface SlugProposalsProps {
  readonly title: string;
  /** Some, of which the first is best. */
  readonly onWanted: (slugs: readonly string[]) => void;
}

function SlugProposals({ title, onWanted }: SlugProposalsProps) {
  const { t } = useTranslation('console');
  const fromTitle = slugOfTitle(title);
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <Button variant="default" rightSection={<ChevronDown size={14} aria-hidden="true" />}>
          {t('posts.auto.label')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {fromTitle !== undefined && (
          <Menu.Item onClick={() => onWanted([fromTitle, ...numbered(fromTitle)])}>{t('posts.auto.title')}</Menu.Item>
        )}
        <Menu.Item onClick={() => onWanted(dateSlugs(new Date()))}>{t('posts.auto.date')}</Menu.Item>
        <Menu.Item onClick={() => onWanted(randomSlugs())}>{t('posts.auto.random')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function numbered(slug: string): string[] {
  return Array.from({ length: 9 }, (_, index) => `${slug}-${index + 2}`);
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

/** Offers a slug made of the title, where none was given and the title has letters for one. */
export async function offerSlug(serviceId: string, { form }: PostFormState): Promise<void> {
  const proposal = slugOfTitle(form.getValues().title);
  if (proposal === undefined || form.getValues().slug !== '') return;
  const slug = await firstFree([proposal, ...numbered(proposal)], (candidate) =>
    isSlugFree(serviceId, candidate),
  ).catch(() => undefined);
  if (slug !== undefined && form.getValues().slug === '') form.setFieldValue('slug', slug);
}
