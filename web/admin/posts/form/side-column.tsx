import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AdminPost } from '#contract/admin-posts.ts';
import type { CategoryOption } from '../../categories/category-options.ts';
import { CategoryPicker } from '../../categories/category-picker.tsx';
import { GroupsField } from '../../groups/groups-field.tsx';
import { AboutFields, OwnNameFields } from './detail-fields.tsx';
import type { FileFieldProps } from './files/file-field.ts';
import { ThumbnailField } from './files/thumbnail-field.tsx';
import { FormSection } from './form-section.tsx';
import { PreviewAddress } from './preview-address.tsx';
import { PublishAtField } from './publish-at-field.tsx';
import { SlugField } from './slug-field.tsx';
import { TagsField } from './tags-field.tsx';
import type { PostFormState } from './use-post-form.ts';

export interface SideColumnProps {
  readonly serviceId: string;
  readonly state: PostFormState;
  readonly stored: AdminPost | undefined;
  readonly categories: readonly CategoryOption[];
  readonly files: FileFieldProps;
}

export function SideColumn(props: SideColumnProps) {
  const { serviceId, state, stored, categories, files } = props;
  const { t } = useTranslation('console');
  const { form } = state;
  return (
    <div className="post-form-side">
      <FormSection name="publishing" title={t('writing.sections.publishing')}>
        <PublishAtField form={form} />
        <Checkbox
          label={t('posts.fields.isHiddenInList')}
          description={t('posts.hiddenHelp')}
          {...form.getInputProps('isHiddenInList', { type: 'checkbox' })}
        />
        {stored && <PreviewAddress post={stored} />}
      </FormSection>
      <FormSection name="place" title={t('writing.sections.place')}>
        <SlugField serviceId={serviceId} state={state} ownSlug={stored?.slug} />
        <CategoryPicker
          label={t('posts.fields.category')}
          description={t('posts.categoryHelp')}
          placeholder={t('posts.noneChosen')}
          options={categories}
          {...form.getInputProps('category')}
          value={form.values.category}
          onChange={(slug) => form.setFieldValue('category', slug)}
        />
        <TagsField serviceId={serviceId} form={form} />
        <GroupsField
          serviceId={serviceId}
          value={form.values.groups}
          onChange={(slugs) => form.setFieldValue('groups', slugs)}
          error={form.errors.groups}
        />
      </FormSection>
      <FormSection name="thumbnail" title={t('postFiles.thumbnail')}>
        <ThumbnailField {...files} />
      </FormSection>
      <FormSection name="about" title={t('writing.sections.about')}>
        <AboutFields form={form} />
      </FormSection>
      <FormSection name="names" title={t('writing.sections.names')}>
        <OwnNameFields form={form} />
      </FormSection>
    </div>
  );
}
