import { Button, type ComboboxItem, MultiSelect, type OptionsFilter } from '@mantine/core';
import { type FocusEventHandler, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GroupLabel } from '#contract/post-groups.ts';
import { containsText } from '../ui/filter-text.ts';
import { notifyFailure, notifySuccess } from '../ui/notify.tsx';
import { useGroups } from './use-groups.ts';

interface GroupsFieldProps {
  readonly serviceId: string;
  readonly value: readonly string[];
  readonly onChange: (slugs: string[]) => void;
  readonly error?: ReactNode;
  readonly 'data-path'?: string | undefined;
  readonly onFocus?: FocusEventHandler<HTMLInputElement>;
  readonly onBlur?: FocusEventHandler<HTMLInputElement>;
}

/** Value of the option that creates a group. The space prevents clashes with slugs. */
const NEW = ' new';

export function GroupsField({ serviceId, value, onChange, error, ...field }: GroupsFieldProps) {
  const { t } = useTranslation('console');
  const { groups, hasFailed, load, create } = useGroups(serviceId);
  const [search, setSearch] = useState('');
  const latest = useRef(value);
  latest.current = value;
  const name = search.trim();

  async function choose(slugs: string[]): Promise<void> {
    if (!slugs.includes(NEW)) return onChange(slugs);
    try {
      const made = await create(name);
      onChange([...latest.current, made.slug]);
      notifySuccess('groups.field.made', { label: made.label });
    } catch (failure) {
      setSearch(name);
      notifyFailure(failure);
    }
  }

  const isNew = GroupLabel.safeParse(name).success && groups?.every(({ label }) => label !== name);
  const choices = [
    ...(groups ?? []).map(({ slug, label }) => ({ value: slug, label })),
    ...(isNew ? [{ value: NEW, label: t('groups.field.create', { label: name }) }] : []),
  ];
  return (
    <div>
      <MultiSelect
        label={t('groups.field.label')}
        description={t('groups.field.help')}
        data={choices}
        value={[...value]}
        onChange={(slugs) => void choose(slugs)}
        searchable
        searchValue={search}
        onSearchChange={setSearch}
        filter={fitting}
        selectFirstOptionOnChange={name !== ''}
        hidePickedOptions
        nothingFoundMessage={groups ? t('groups.field.none') : t('console.loading')}
        maxDropdownHeight={260}
        limit={200}
        error={error}
        {...field}
      />
      {hasFailed && (
        <p role="status">
          {t('groups.field.failed')}{' '}
          <Button variant="subtle" size="compact-sm" onClick={load}>
            {t('action.tryAgain')}
          </Button>
        </p>
      )}
    </div>
  );
}

const fitting: OptionsFilter = ({ options, search }) =>
  (options as ComboboxItem[]).filter(({ value, label }) => value === NEW || containsText([label, value], search));
