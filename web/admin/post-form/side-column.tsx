import { Button, Checkbox, CloseButton, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AdminPost } from '#contract/admin-posts.ts';
import { Language } from '#contract/site-config.ts';
import { DateTime } from '../../ui/date-time.tsx';
import type { CategoryOption } from '../categories/category-options.ts';
import { CategoryPicker } from '../categories/category-picker.tsx';
import { GroupsField } from '../post-groups/groups-field.tsx';
import { previewAddress } from '../posts/public-address.ts';
import { QrButton } from '../qr/qr-code.tsx';
import { PostTranslations } from '../translations/translations.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { effectiveTime, fromLocalInput, isFuture, toLocalInput, useNow } from '../ui/local-time.ts';
import { useLanguageName } from '../ui/use-language-name.ts';
import { ThumbnailField } from './files/thumbnail-field.tsx';
import type { FileFieldProps } from './files/use-file-list.ts';
import { FormSection } from './form-section.tsx';
import { SETTINGS_ID } from './post-form-bar.tsx';
import { SlugField } from './slug-field.tsx';
import { TagsField } from './tags-field.tsx';
import { OutlineSection, type OutlineSectionProps } from './text-facts.tsx';
import type { PostFormState } from './use-post-form.ts';

export interface SideColumnProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly editor: OutlineSectionProps['editor'];
  readonly onHeading: () => void;
  readonly state: PostFormState;
  readonly stored: AdminPost | undefined;
  readonly categories: readonly CategoryOption[];
  readonly files: FileFieldProps;
}

export function SideColumn(props: SideColumnProps) {
  const { isOpen, onClose, editor, onHeading, state, stored, categories, files } = props;
  const { t } = useTranslation('console');
  const { form } = state;
  const { serviceId } = files;
  return (
    <section id={SETTINGS_ID} className="post-form-side ui-column" aria-label={t('writing.settings')} hidden={!isOpen}>
      <CloseButton className="post-form-side-close" aria-label={t('action.close')} onClick={onClose} />
      <OutlineSection state={state} editor={editor} onChoose={onHeading} />
      <FormSection name="publishing" title={t('writing.sections.publishing')}>
        <PublishAtField form={form} isPublished={stored?.status === 'published'} />
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
        <TagsField
          serviceId={serviceId}
          {...form.getInputProps('tags')}
          typed={form.values.typedTag}
          readTags={() => form.getValues().tags}
          onTags={(tags) => form.setFieldValue('tags', tags)}
          onTyped={(text) => {
            if (text !== form.getValues().typedTag) form.clearFieldError('tags');
            form.setFieldValue('typedTag', text);
          }}
        />
        <GroupsField
          serviceId={serviceId}
          value={form.values.groups}
          onChange={(slugs) => form.setFieldValue('groups', slugs)}
          error={form.errors.groups}
        />
      </FormSection>
      {stored && (
        <FormSection name="translations" title={t('translations.title')}>
          <PostTranslations key={stored.postId} post={stored} />
        </FormSection>
      )}
      <FormSection name="thumbnail" title={t('postFiles.thumbnail')}>
        <ThumbnailField {...files} />
      </FormSection>
      <FormSection name="about" title={t('writing.sections.about')}>
        <AboutFields form={form} />
      </FormSection>
      <FormSection name="names" title={t('writing.sections.names')}>
        <OwnNameFields form={form} />
      </FormSection>
    </section>
  );
}

function PreviewAddress({ post }: { readonly post: AdminPost }) {
  const { t } = useTranslation('console');
  const address = previewAddress(post, location.origin);
  const isPublic = post.status === 'published';
  return (
    <div className="preview-address ui-row ui-middle ui-gap-2">
      <CopyButton text={address} label={t(isPublic ? 'writing.copyAddress' : 'posts.copyPreview')} />
      <QrButton value={address} label={t('writing.qrOf', { title: post.title })} />
    </div>
  );
}

function AboutFields({ form }: Pick<PostFormState, 'form'>) {
  const { t } = useTranslation('console');
  return (
    <>
      <Textarea
        label={t('posts.fields.description')}
        description={t('posts.descriptionHelp')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={1000}
        {...form.getInputProps('description')}
      />
      <TextInput
        label={t('posts.fields.author')}
        description={t('posts.authorHelp')}
        autoComplete="off"
        maxLength={200}
        {...form.getInputProps('author')}
      />
      <LanguageField form={form} />
    </>
  );
}

function LanguageField({ form }: Pick<PostFormState, 'form'>) {
  const { t } = useTranslation('console');
  const nameOf = useLanguageName();
  // Programs and imports may set any language.
  const tags = new Set(
    [...Language.options, form.getInitialValues().language, form.values.language].filter((tag) => tag !== ''),
  );
  return (
    <NativeSelect
      label={t('posts.fields.language')}
      description={t('posts.languageHelp')}
      data={[
        { value: '', label: t('posts.languageDetected') },
        ...[...tags].map((tag) => ({ value: tag, label: nameOf(tag) })),
      ]}
      {...form.getInputProps('language')}
    />
  );
}

function OwnNameFields({ form }: Pick<PostFormState, 'form'>) {
  const { t } = useTranslation('console');
  return (
    <>
      <TextInput
        label={t('posts.fields.label')}
        description={t('posts.labelHelp')}
        autoComplete="off"
        maxLength={100}
        {...form.getInputProps('label')}
      />
      <TextInput
        label={t('posts.fields.contentId')}
        description={t('posts.contentIdHelp')}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        {...form.getInputProps('contentId')}
      />
    </>
  );
}

interface PublishAtFieldProps extends Pick<PostFormState, 'form'> {
  readonly isPublished: boolean;
}

function PublishAtField({ form, isPublished }: PublishAtFieldProps) {
  const { t } = useTranslation('console');
  const { publishAt } = form.values;
  return (
    <div>
      <div className="field-with-action ui-row ui-gap-2">
        <TextInput
          className="publish-at-input"
          label={t('posts.fields.publishAt')}
          type="datetime-local"
          aria-describedby="publish-at-help"
          max="9999-12-31T23:59"
          {...form.getInputProps('publishAt')}
        />
        <Button
          variant="default"
          onClick={() => form.setFieldValue('publishAt', toLocalInput(new Date().toISOString()))}
        >
          {t('posts.now')}
        </Button>
        <Button variant="subtle" disabled={publishAt === ''} onClick={() => form.setFieldValue('publishAt', '')}>
          {t('posts.clear')}
        </Button>
      </div>
      <p id="publish-at-help" className="field-help">
        {t('posts.publishAtHelp', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}
      </p>
      <EffectiveTime publishAt={fromLocalInput(publishAt)} isPublished={isPublished} />
    </div>
  );
}

function EffectiveTime({ publishAt, isPublished }: { publishAt: string | null; isPublished: boolean }) {
  const { t } = useTranslation('console');
  const now = useNow();
  return (
    <output className="field-note ui-note">
      {publishAt !== null && isFuture(publishAt, now) ? (
        <>
          {t('posts.goesLive')} <DateTime value={effectiveTime(publishAt, now)} withTime />
        </>
      ) : (
        !isPublished && t(`writing.publishAt.${publishAt === null ? 'none' : 'past'}`)
      )}
    </output>
  );
}
