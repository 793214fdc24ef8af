import { ActionIcon, Button } from '@mantine/core';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useRevalidator } from 'react-router';
import { adminServiceApi } from '#contract/admin-services.ts';
import { adminPostGroupApi, type ListedPostGroup } from '#contract/post-groups.ts';
import { MAX_GROUPS } from '#contract/posts.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { groupCreatePath, groupDetailPath, groupEditPath } from '../../paths/console.ts';
import { isEditor, useActor } from '../../session/actor.ts';
import { screenCall } from '../../session/console-call.ts';
import { requireService } from '../../session/guards.ts';
import { PostTabs, ServiceLine } from '../posts/post-tabs.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { containsText } from '../ui/filter-text.ts';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { RecordTable } from '../ui/record-table.tsx';
import { refocus } from '../ui/refocus.ts';
import { FilterField } from '../ui/search-field.tsx';
import type { Route } from './+types/group-list.route.ts';
import { useRemoveGroup } from './use-groups.ts';

export async function clientLoader({ request, params: { serviceId } }: Route.ClientLoaderArgs) {
  await requireService(request, serviceId);
  const call = screenCall(request);
  const [service, groups] = await Promise.all([
    call(adminServiceApi.find, { params: { serviceId } }),
    call(adminPostGroupApi.list, { params: { serviceId }, query: { withPostIds: '0' } }),
  ]);
  return { service, groups };
}

export const HydrateFallback = () => <ListSkeleton title="frame.place.groups" />;

export default function GroupListRoute({ loaderData: { service, groups }, params }: Route.ComponentProps) {
  const { t } = useTranslation('console');
  const { serviceId } = params;
  const canWrite = isEditor(useActor());
  const revalidator = useRevalidator();
  const removeGroup = useRemoveGroup(() => revalidator.revalidate());
  const isFull = groups.length >= MAX_GROUPS;

  async function remove(group: ListedPostGroup, button: HTMLElement): Promise<void> {
    refocus((await removeGroup(group)) ? document.querySelector<HTMLElement>('main h1') : button);
  }

  const create = canWrite && (
    <Button component={Link} to={groupCreatePath(serviceId)} leftSection={<Plus />}>
      {t('groups.create')}
    </Button>
  );
  return (
    <>
      <PageTitle title={t('frame.place.groups')} documentTitle={t('groups.heading')}>
        {groups.length > 0 && !isFull && create}
      </PageTitle>
      <ServiceLine service={service} />
      <PostTabs serviceId={serviceId} />
      <p className="lead">{t(isFull ? 'groups.tooMany' : 'groups.lead', { max: MAX_GROUPS })}</p>
      {groups.length === 0 ? (
        <EmptyState title={t('groups.empty')} body={t('groups.emptyBody')}>
          {create}
        </EmptyState>
      ) : (
        <Groups groups={groups} canWrite={canWrite} onRemove={(group, button) => void remove(group, button)} />
      )}
    </>
  );
}

const MANY = 8;

interface GroupsProps {
  readonly groups: readonly ListedPostGroup[];
  readonly canWrite: boolean;
  readonly onRemove: (group: ListedPostGroup, button: HTMLElement) => void;
}

function Groups({ groups, canWrite, onRemove }: GroupsProps) {
  const { t } = useTranslation('console');
  const [search, setSearch] = useState('');
  const shown = groups.filter(({ label, slug }) => containsText([label, slug], search));
  const countOf = ({ postCount }: ListedPostGroup) => t('groups.count', { count: postCount });
  return (
    <>
      {groups.length >= MANY && (
        <div className="list-tools">
          <FilterField label={t('groups.search')} value={search} onChange={setSearch} />
        </div>
      )}
      {shown.length > 0 ? (
        <RecordTable
          caption={t('frame.place.groups')}
          rows={shown}
          keyOf={({ slug }) => slug}
          columns={[
            {
              title: t('groups.label'),
              cell: (group) => (
                <>
                  <Link to={groupDetailPath(group.serviceId, group.slug)} lang={contentLanguage(group.label)}>
                    {group.label}
                  </Link>
                  <span className="narrow">
                    <code>{group.slug}</code>
                    <span>{countOf(group)}</span>
                  </span>
                </>
              ),
            },
            { title: t('groups.slug'), cell: ({ slug }) => <span className="record-id">{slug}</span> },
            { title: t('groups.posts'), cell: countOf },
            { title: t('groups.updatedAt'), timeOf: ({ updatedAt }) => updatedAt },
          ]}
          actions={
            canWrite && {
              title: t('action.edit'),
              cell: (group) => (
                <>
                  <ActionIcon
                    component={Link}
                    to={groupEditPath(group.serviceId, group.slug)}
                    aria-label={t('groups.editOne', { label: group.label })}
                  >
                    <Pencil />
                  </ActionIcon>
                  <ActionIcon
                    color="vermilion"
                    aria-label={t('groups.deleteOne', { label: group.label })}
                    onClick={({ currentTarget }) => onRemove(group, currentTarget)}
                  >
                    <Trash2 />
                  </ActionIcon>
                </>
              ),
            }
          }
        />
      ) : (
        <p role="status">{t('groups.noMatch')}</p>
      )}
    </>
  );
}
