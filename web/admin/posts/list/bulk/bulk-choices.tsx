import { Button, Select } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adminPostGroupApi } from '#contract/post-groups.ts';
import { MAX_TAGS } from '#contract/tags.ts';
import { backgroundCall } from '../../../../session/console-call.ts';
import { TagsField } from '../../../post-form/tags-field.tsx';
import { useGroups } from '../../../post-groups/use-groups.ts';
import type { BulkChoiceProps, Choice } from './bulk-summary.ts';

type ChoiceProps = Pick<BulkChoiceProps, 'serviceId' | 'choice' | 'onChange'>;

export function GroupChoice({ serviceId, choice, onChange }: ChoiceProps) {
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

export function TagsChoice({ serviceId, choice, onChange }: ChoiceProps) {
  const latest = useRef(choice);
  latest.current = choice;

  function change(next: Partial<Pick<Choice, 'tags' | 'typedTag'>>): void {
    latest.current = { ...latest.current, ...next };
    onChange(latest.current);
  }

  return (
    <TagsField
      serviceId={serviceId}
      maxTags={MAX_TAGS}
      // Opens only while typing, because the list would cover the dialog.
      dropdownOpened={choice.typedTag !== ''}
      value={[...choice.tags]}
      onChange={(tags) => change({ tags, typedTag: '' })}
      typed={choice.typedTag}
      readTags={() => latest.current.tags}
      onTags={(tags) => change({ tags })}
      onTyped={(typedTag) => change({ typedTag })}
      data-autofocus
    />
  );
}
