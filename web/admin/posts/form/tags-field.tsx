import { TagsInput } from '@mantine/core';
import { type CompositionEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_TAGS, TAG_SEPARATORS } from '#contract/tags.ts';
import { hasSeparator, splitTags } from './split-tags.ts';
import type { PostFormState } from './use-post-form.ts';
import { useTagLabels } from './use-tag-labels.ts';

export interface TagsFieldProps extends Pick<PostFormState, 'form'> {
  readonly serviceId: string;
}

export function TagsField({ serviceId, form }: TagsFieldProps) {
  const { t } = useTranslation('console');
  const labels = useTagLabels(serviceId);
  const isComposing = useRef(false);

  function type(text: string): void {
    if (isComposing.current || !hasSeparator(text)) {
      if (text !== form.getValues().typedTag) form.clearFieldError('tags');
      form.setFieldValue('typedTag', text);
      return;
    }
    const { tags, rest } = splitTags(form.getValues().tags, text);
    form.setFieldValue('tags', tags);
    form.setFieldValue('typedTag', rest);
  }

  return (
    <TagsInput
      label={t('posts.fields.tags')}
      description={t('posts.tagsHelp', { max: MAX_TAGS })}
      data={labels}
      splitChars={TAG_SEPARATORS}
      limit={50}
      {...form.getInputProps('tags')}
      searchValue={form.values.typedTag}
      onSearchChange={type}
      onKeyDown={(event) => {
        // Keys of an IME composition must not reach the component.
        if (event.nativeEvent.isComposing) event.stopPropagation();
      }}
      onCompositionStart={() => {
        isComposing.current = true;
      }}
      onCompositionEnd={(event: CompositionEvent<HTMLInputElement>) => {
        isComposing.current = false;
        type(event.currentTarget.value);
      }}
    />
  );
}
