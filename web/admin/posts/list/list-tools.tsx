import { Button, Checkbox, NativeSelect, Popover } from '@mantine/core';
import { Columns3 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PostSort } from '#contract/admin-posts.ts';
import { Order } from '#contract/paging.ts';
import { firstPage, type ListState, type PageSize, pageSizes, readPageSize } from './list-state.ts';
import { columnName, columns, type ListView, usualView } from './list-view.ts';

interface ListToolsProps {
  readonly state: ListState;
  readonly view: ListView;
  readonly onShow: (next: ListState) => void;
  readonly onView: (next: ListView) => void;
}

export function ListTools({ state, view, onShow, onView }: ListToolsProps) {
  return (
    <div className="ui-row ui-bottom ui-gap-3">
      <SortSelect state={state} onChange={onShow} />
      <SizeSelect
        size={state.size}
        onChange={(size) => {
          onView({ ...view, size });
          onShow({ ...firstPage(state), size });
        }}
      />
      <ColumnChoice view={view} onView={onView} />
    </div>
  );
}

const orders = [
  ...(['createdAt desc', 'createdAt asc', 'publishAt desc', 'publishAt asc'] as const),
  ...(['updatedAt desc', 'updatedAt asc', 'title asc', 'title desc'] as const),
];

/** Replaces the sortable column headers on narrow screens. */
function SortSelect({ state, onChange }: { state: ListState; onChange: (next: ListState) => void }) {
  const { t } = useTranslation('console');
  return (
    <NativeSelect
      className="post-sort-select"
      label={t('posts.sort.label')}
      value={`${state.sort} ${state.order}`}
      data={orders.map((value) => ({ value, label: t(`posts.sort.${value}`) }))}
      onChange={({ target }) => {
        const [sort, order] = target.value.split(' ');
        onChange({ ...firstPage(state), sort: PostSort.parse(sort), order: Order.parse(order) });
      }}
    />
  );
}

function SizeSelect({ size, onChange }: { size: PageSize; onChange: (size: PageSize) => void }) {
  const { t } = useTranslation('console');
  return (
    <NativeSelect
      className="post-size-select"
      label={t('postList.size')}
      value={String(size)}
      data={pageSizes.map(String)}
      onChange={({ target }) => onChange(readPageSize(target.value) ?? size)}
    />
  );
}

function ColumnChoice({ view, onView }: { view: ListView; onView: (next: ListView) => void }) {
  const { t } = useTranslation('console');
  return (
    <Popover position="bottom-end" withinPortal={false} trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<Columns3 />}>
          {t('postList.columns.button')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('postList.columns.heading')}>
        <Checkbox.Group
          label={t('postList.columns.heading')}
          value={[...view.columns]}
          onChange={(selected) => onView({ ...view, columns: columns.filter((column) => selected.includes(column)) })}
        >
          <div className="column-choice-list ui-grid ui-gap-2">
            {columns.map((column) => (
              <Checkbox key={column} value={column} label={t(columnName(column))} />
            ))}
          </div>
        </Checkbox.Group>
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => onView({ ...view, columns: usualView.columns })}
          disabled={view.columns.join() === usualView.columns.join()}
        >
          {t('postList.columns.reset')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
