import { Button, Select } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adminPostGroupApi } from '#contract/post-groups.ts';
import { backgroundCall } from '../../../../session/console-call.ts';
import { useGroups } from '../../../groups/use-groups.ts';
import type { BulkChoiceProps } from './choice.ts';

export function GroupChoice({
  serviceId,
  choice,
  onChange,
}: Pick<BulkChoiceProps, 'serviceId' | 'choice' | 'onChange'>) {
  const { t } = useTranslation('console');
  const { groups, hasFailed, load } = useGroups(serviceId);
  const [isUnknown, setIsUnknown] = useState(false);
  const [asked, setAsked] = useState(0);
  const latest = useRef({ choice, onChange });
  latest.current = { choice, onChange };
  const { group } = choice;

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again when somebody wants it
  useEffect(() => {
    setIsUnknown(false);
    if (group === undefined) return;
    let isWanted = true;
    backgroundCall(adminPostGroupApi.postIds, { params: { serviceId, slug: group } }).then(
      (postIds) => isWanted && latest.current.onChange({ ...latest.current.choice, held: new Set(postIds) }),
      () => isWanted && setIsUnknown(true),
    );
    return () => {
      isWanted = false;
    };
  }, [serviceId, group, asked]);

  const tryAgain = () => {
    load();
    setAsked((before) => before + 1);
  };

  return (
    <>
      <Select
        label={t('postList.bulk.group')}
        placeholder={t('postList.bulk.groupPlaceholder')}
        data={(groups ?? []).map(({ slug, label }) => ({ value: slug, label }))}
        value={group ?? null}
        onChange={(slug) => onChange({ ...choice, group: slug ?? undefined, held: undefined })}
        searchable
        limit={100}
        nothingFoundMessage={groups ? t('postList.bulk.noGroup') : t('console.loading')}
        data-autofocus
      />
      {(hasFailed || isUnknown) && (
        <p className="bulk-note" role="status">
          {t('postList.bulk.groupsFailed')}{' '}
          <Button variant="subtle" size="compact-sm" onClick={tryAgain}>
            {t('action.tryAgain')}
          </Button>
        </p>
      )}
    </>
  );
}
