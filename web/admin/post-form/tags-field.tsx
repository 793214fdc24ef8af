import { TagsInput, type TagsInputProps } from '@mantine/core';
import { type CompositionEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_TAGS, TAG_SEPARATORS, tagApi } from '#contract/tags.ts';
import { useLanguage } from '../../i18n/language.ts';
import { sortByLabel } from '../../i18n/sort-by-label.ts';
import { quietCall } from '../../session/console-call.ts';
import { hasSeparator, splitTags } from './post-form-values.ts';

export interface TagsFieldProps extends TagsInputProps {
  readonly serviceId: string;
  /** Text after the last separator. */
  readonly typed: string;
  /** Returns the current tags. A separator or a paste changes them and then the text, before the next rendering. */
  readonly readTags: () => readonly string[];
  readonly onTags: (tags: string[]) => void;
  readonly onTyped: (text: string) => void;
}

export function TagsField({ serviceId, typed, readTags, onTags, onTyped, ...props }: TagsFieldProps) {
  const { t } = useTranslation('console');
  const labels = useTagLabels(serviceId);
  const isComposing = useRef(false);

  function type(text: string): void {
    if (isComposing.current || !hasSeparator(text)) {
      onTyped(text);
      return;
    }
    const { tags, rest } = splitTags(readTags(), text);
    onTags(tags);
    onTyped(rest);
  }

  return (
    <TagsInput
      label={t('posts.fields.tags')}
      description={t('posts.tagsHelp', { max: MAX_TAGS })}
      data={labels}
      splitChars={TAG_SEPARATORS}
      limit={50}
      {...props}
      searchValue={typed}
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

const MAX_TAG_PAGES = 10;

export function useTagLabels(serviceId: string): string[] {
  const language = useLanguage();
  const [labels, setLabels] = useState<string[]>([]);
  useEffect(() => {
    let isMounted = true;
    const add = (more: string[]) => {
      if (isMounted) setLabels((known) => [...new Set([...known, ...more])]);
    };
    loadTagLabels(serviceId, add).catch(() => {});
    return () => {
      isMounted = false;
    };
  }, [serviceId]);
  return sortByLabel(labels, language, (label) => label);
}

async function loadTagLabels(serviceId: string, add: (labels: string[]) => void): Promise<void> {
  let pageToken: string | undefined;
  for (let page = 0; page < MAX_TAG_PAGES; page += 1) {
    const found = await quietCall(tagApi.list, { params: { serviceId }, query: { pageToken } });
    add(found.items.map(({ label }) => label));
    if (found.pageToken === null) return;
    pageToken = found.pageToken;
  }
}
