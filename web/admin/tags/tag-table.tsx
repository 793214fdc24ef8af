import { ActionIcon, Menu } from '@mantine/core';
import { Combine, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AdminTag } from '#contract/admin-tags.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { useLanguage } from '../../i18n/language.ts';
import { postListPath } from '../../paths/console.ts';
import { Time } from '../ui/facts.tsx';
import { RecordTable } from '../ui/record-table.tsx';
import type { TagActions } from './use-tag-actions.ts';

interface TagTableProps {
  readonly tags: readonly AdminTag[];
  /** Undefined for viewers. */
  readonly actions: TagActions | undefined;
}

export function TagTable({ tags, actions }: TagTableProps) {
  const { t } = useTranslation('console');
  return (
    <RecordTable
      caption={t('tags.list')}
      columns={[t('tags.label'), { title: t('tags.posts'), className: 'number' }, t('tags.createdAt')]}
      actions={actions && t('action.edit')}
      className="tag-table"
    >
      {tags.map((tag) => (
        <TagRow key={tag.tagId} tag={tag} actions={actions} />
      ))}
    </RecordTable>
  );
}

function TagRow({ tag, actions }: { tag: AdminTag; actions: TagActions | undefined }) {
  const { t } = useTranslation('console');
  const count = new Intl.NumberFormat(useLanguage()).format(tag.postCount);
  const { serviceId, label, postCount, createdAt } = tag;
  return (
    <tr>
      <th scope="row" lang={contentLanguage(label)}>
        {label}
      </th>
      <td className="number">
        {postCount === 0 ? (
          count
        ) : (
          <Link
            to={postListPath(serviceId, `?${new URLSearchParams({ tag: label })}`)}
            aria-label={`${count} – ${t('tags.postsOf', { label })}`}
          >
            {count}
          </Link>
        )}
      </td>
      <td className="wide record-time">
        <Time value={createdAt} isShort />
      </td>
      {actions && (
        <td className="actions">
          <TagMenu tag={tag} actions={actions} />
        </td>
      )}
    </tr>
  );
}

function TagMenu({ tag, actions }: { tag: AdminTag; actions: TagActions }) {
  const { t } = useTranslation('console');
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <ActionIcon aria-label={t('tags.menu', { label: tag.label })}>
          <Ellipsis size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Pencil />} onClick={() => actions.rename(tag)}>
          {t('tags.rename')}
        </Menu.Item>
        <Menu.Item leftSection={<Combine />} onClick={() => actions.merge(tag)}>
          {t('tags.merge')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="var(--vermilion)" leftSection={<Trash2 />} onClick={() => void actions.remove(tag)}>
          {t('action.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
