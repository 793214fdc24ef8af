import { Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PostFormState } from './use-post-form.ts';

/** What few posts need beside their text. */
export function DetailFields({ form }: Pick<PostFormState, 'form'>) {
  const { t } = useTranslation('console');
  return (
    <>
      <div className="post-form-pair">
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
      </div>
      <div className="post-form-pair">
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
      </div>
    </>
  );
}
