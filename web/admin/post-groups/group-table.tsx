import { ActionIcon } from '@mantine/core';
import { Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ListedPostGroup } from '#contract/post-groups.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { groupDetailPath, groupEditPath } from '../../paths/console.ts';
import { Time } from '../ui/facts.tsx';
import { RecordTable } from '../ui/record-table.tsx';

export interface GroupTableProps {
  readonly groups: readonly ListedPostGroup[];
  readonly canWrite: boolean;
  readonly onRemove: (group: ListedPostGroup, button: HTMLElement) => void;
}

export function GroupTable({ groups, ...rest }: GroupTableProps) {
  const { t } = useTranslation('console');
  return (
    <RecordTable
      caption={t('frame.place.groups')}
      columns={[t('groups.label'), t('groups.slug'), t('groups.posts'), t('groups.updatedAt')]}
      actions={rest.canWrite && t('action.edit')}
    >
      {groups.map((group) => (
        <GroupRow key={group.slug} group={group} {...rest} />
      ))}
    </RecordTable>
  );
}

function GroupRow({
  group,
  canWrite,
  onRemove,
}: Omit<GroupTableProps, 'groups'> & { readonly group: ListedPostGroup }) {
  const { t } = useTranslation('console');
  const { serviceId, slug, label, postCount, updatedAt } = group;
  const count = t('groups.count', { count: postCount });
  return (
    <tr>
      <th scope="row">
        <Link to={groupDetailPath(serviceId, slug)} lang={contentLanguage(label)}>
          {label}
        </Link>
        <span className="narrow">
          <code>{slug}</code>
          <span>{count}</span>
        </span>
      </th>
      <td className="wide record-id">{slug}</td>
      <td className="wide">{count}</td>
      <td className="wide record-time">
        <Time value={updatedAt} isShort />
      </td>
      {canWrite && (
        <td className="actions">
          <ActionIcon component={Link} to={groupEditPath(serviceId, slug)} aria-label={t('groups.editOne', { label })}>
            <Pencil />
          </ActionIcon>
          <ActionIcon
            color="vermilion"
            aria-label={t('groups.deleteOne', { label })}
            onClick={({ currentTarget }) => onRemove(group, currentTarget)}
          >
            <Trash2 />
          </ActionIcon>
        </td>
      )}
    </tr>
  );
}
