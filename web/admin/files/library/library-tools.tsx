import { NativeSelect, SegmentedControl, VisuallyHidden } from '@mantine/core';
import { LayoutGrid, List } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../../ui/search-field.tsx';
import { acceptedTypes, typeName, type UploadSettings } from '../upload/upload-rules.ts';
import type { LibraryView } from './library-memory.ts';
import { type LibraryState, MAX_NAME_SEARCH, readLibraryState, scopes } from './library-state.ts';

interface LibraryToolsProps {
  readonly state: LibraryState;
  readonly settings: UploadSettings;
  readonly view: LibraryView;
  readonly onView: (view: LibraryView) => void;
  /** `isTyping` marks intermediate steps of typing a search. */
  readonly onChange: (change: Partial<LibraryState>, isTyping?: boolean) => void;
}

export function LibraryTools({ state, settings, view, onView, onChange }: LibraryToolsProps) {
  const { t } = useTranslation('console');
  return (
    <div className="list-tools file-tools">
      <SearchField
        label={t('files.filter.name')}
        maxLength={MAX_NAME_SEARCH}
        value={state.name}
        onSearch={(name) => onChange({ name }, true)}
      />
      <TypeSelect type={state.type} settings={settings} onChange={(type) => onChange({ type })} />
      <NativeSelect
        label={t('files.filter.show')}
        value={state.scope}
        data={scopes.map((value) => ({ value, label: t(`files.filter.${value}`) }))}
        onChange={({ target }) => {
          const { scope } = readLibraryState(new URLSearchParams({ show: target.value }));
          onChange({ scope });
        }}
      />
      <SortSelect state={state} onChange={onChange} />
      <SegmentedControl
        aria-label={t('files.view.label')}
        value={view}
        onChange={onView}
        data={[
          {
            value: 'grid' as const,
            label: <ViewLabel icon={<LayoutGrid />} text={t('files.view.grid')} />,
          },
          {
            value: 'list' as const,
            label: <ViewLabel icon={<List />} text={t('files.view.list')} />,
          },
        ]}
      />
    </div>
  );
}

function ViewLabel({ icon, text }: { icon: ReactNode; text: string }) {
  return (
    <span className="file-view-label">
      {icon}
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  );
}

interface TypeSelectProps {
  readonly type: string;
  readonly settings: UploadSettings;
  readonly onChange: (type: string) => void;
}

function TypeSelect({ type, settings, onChange }: TypeSelectProps) {
  const { t } = useTranslation('console');
  const kinds = ['image', 'file'] as const;
  const accepted = kinds.flatMap((kind) => acceptedTypes(kind, settings));
  const isKind = kinds.some((kind) => kind === type);
  // The library may contain types that are no longer accepted.
  const types = new Set([...accepted, ...(type === '' || isKind ? [] : [type])]);
  return (
    <NativeSelect
      label={t('files.filter.type')}
      value={type}
      data={[
        { value: '', label: t('files.filter.anyType') },
        { group: t('files.filter.kinds'), items: kinds.map((value) => ({ value, label: t(`files.filter.${value}`) })) },
        { group: t('files.filter.types'), items: [...types].map((value) => ({ value, label: typeName(value) })) },
      ]}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

const orders = ['createdAt desc', 'createdAt asc', 'name asc', 'name desc', 'size desc', 'size asc'] as const;

function SortSelect({ state, onChange }: Pick<LibraryToolsProps, 'state' | 'onChange'>) {
  const { t } = useTranslation('console');
  return (
    <NativeSelect
      label={t('files.sort.label')}
      value={`${state.sort} ${state.order}`}
      data={orders.map((value) => ({ value, label: t(`files.sort.${value}`) }))}
      onChange={({ target }) => {
        const [requestedSort = '', requestedOrder = ''] = target.value.split(' ');
        const { sort, order } = readLibraryState(new URLSearchParams({ sort: requestedSort, order: requestedOrder }));
        onChange({ sort, order });
      }}
    />
  );
}
