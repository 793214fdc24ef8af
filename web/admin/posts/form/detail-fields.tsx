import { Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PostFormState } from './use-post-form.ts';

export function AboutFields({ form }: Pick<PostFormState, 'form'>) {
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
    </>
  );
}

export function OwnNameFields({ form }: Pick<PostFormState, 'form'>) {
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
