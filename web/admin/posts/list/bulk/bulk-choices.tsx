import { Button, Select, TagsInput } from '@mantine/core';
import { type CompositionEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adminPostGroupApi } from '#contract/post-groups.ts';
import { MAX_TAGS, TAG_SEPARATORS } from '#contract/tags.ts';
import { backgroundCall } from '../../../../session/console-call.ts';
import { hasSeparator, splitTags } from '../../../post-form/post-form-values.ts';
import { useTagLabels } from '../../../post-form/use-tag-labels.ts';
import { useGroups } from '../../../post-groups/use-groups.ts';
import type { BulkChoiceProps, Choice } from './choice.ts';

export function GroupChoice({
  serviceId,
  choice,
  onChange,
}: Pick<BulkChoiceProps, 'serviceId' | 'choice' | 'onChange'>) {
  const { t } = useTranslation('console');
  const { groups, hasFailed, load } = useGroups(serviceId);
  const [isUnknown, setIsUnknown] = useState(false);
  const [attempts, setAttempts] = useState(0);
  const latest = useRef({ choice, onChange });
  latest.current = { choice, onChange };
  const { group } = choice;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempts` triggers a retry
  useEffect(() => {
    setIsUnknown(false);
    if (group === undefined) return;
    let isMounted = true;
    backgroundCall(adminPostGroupApi.postIds, { params: { serviceId, slug: group } }).then(
      (postIds) => isMounted && latest.current.onChange({ ...latest.current.choice, memberIds: new Set(postIds) }),
      () => isMounted && setIsUnknown(true),
    );
    return () => {
      isMounted = false;
    };
  }, [serviceId, group, attempts]);

  const tryAgain = () => {
    load();
    setAttempts((before) => before + 1);
  };

  return (
    <>
      <Select
        label={t('postList.bulk.group')}
        placeholder={t('postList.bulk.groupPlaceholder')}
        data={(groups ?? []).map(({ slug, label }) => ({ value: slug, label }))}
        value={group ?? null}
        onChange={(slug) => onChange({ ...choice, group: slug ?? undefined, memberIds: undefined })}
        searchable
        limit={100}
        nothingFoundMessage={groups ? t('postList.bulk.noGroup') : t('console.loading')}
        data-autofocus
      />
      {(hasFailed || isUnknown) && (
        <p role="status">
          {t('postList.bulk.groupsFailed')}{' '}
          <Button variant="subtle" size="compact-sm" onClick={tryAgain}>
            {t('action.tryAgain')}
          </Button>
        </p>
      )}
    </>
  );
}

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
