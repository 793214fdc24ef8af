import { TagsInput } from '@mantine/core';
import { type CompositionEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_TAGS, TAG_SEPARATORS } from '#contract/tags.ts';
import { hasSeparator, splitTags } from '../../form/split-tags.ts';
import { useTagLabels } from '../../form/use-tag-labels.ts';
import type { BulkChoiceProps, Choice } from './choice.ts';

/** Splits tags at Enter and commas, except during an IME composition. */
export function TagsChoice({
  serviceId,
  choice,
  onChange,
}: Pick<BulkChoiceProps, 'serviceId' | 'choice' | 'onChange'>) {
  const { t } = useTranslation('console');
  const labels = useTagLabels(serviceId);
  const isComposing = useRef(false);
  // A separator or a paste changes the tags and then the typed text, before the dialog renders again.
  const latest = useRef(choice);
  latest.current = choice;

  function change(next: Partial<Pick<Choice, 'tags' | 'typedTag'>>): void {
    latest.current = { ...latest.current, ...next };
    onChange(latest.current);
  }

  function type(text: string): void {
    if (isComposing.current || !hasSeparator(text)) {
      change({ typedTag: text });
      return;
    }
    const { tags, rest } = splitTags(latest.current.tags, text);
    change({ tags, typedTag: rest });
  }

  return (
    <TagsInput
      label={t('posts.fields.tags')}
      description={t('posts.tagsHelp', { max: MAX_TAGS })}
      data={labels}
      splitChars={TAG_SEPARATORS}
      maxTags={MAX_TAGS}
      limit={50}
      // Opens only while typing, because the list would cover the dialog.
      dropdownOpened={choice.typedTag !== ''}
      value={[...choice.tags]}
      onChange={(tags) => change({ tags, typedTag: '' })}
      searchValue={choice.typedTag}
      onSearchChange={type}
      data-autofocus
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
