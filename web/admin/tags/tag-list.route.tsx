import { ActionIcon, Button, Menu } from '@mantine/core';
import { Combine, Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { adminServiceApi } from '#contract/admin-services.ts';
import { type AdminTag, adminTagApi } from '#contract/admin-tags.ts';
import { TagFilter, TagLabel } from '#contract/tags.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { useLanguage } from '../../i18n/language.ts';
import { postListPath } from '../../paths/console.ts';
import { isEditor, useActor } from '../../session/actor.ts';
import { screenCall } from '../../session/console-call.ts';
import { requireService } from '../../session/guards.ts';
import { ServiceLine } from '../posts/post-tabs.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { RecordTable } from '../ui/record-table.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { toSearch } from '../ui/search-params.ts';
import { TrailPager } from '../ui/trail-pager.tsx';
import type { Route } from './+types/tag-list.route.ts';
import { type TagActions, useTagActions } from './use-tag-actions.ts';

const PAGE_SIZE = 100;

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  await requireService(request, params.serviceId);
  const search = new URL(request.url).searchParams;
  const contains = TagFilter.safeParse(search.get('contains') ?? '').data ?? '';
  // Last label of the previous page.
  const after = TagLabel.safeParse(search.get('after')).data;
  const call = screenCall(request);
  const [service, tags] = await Promise.all([
    call(adminServiceApi.find, { params }),
    call(adminTagApi.list, { params, query: { count: PAGE_SIZE + 1, after, contains } }),
  ]);
  const shown = tags.slice(0, PAGE_SIZE);
  const lastLabel = tags.length > PAGE_SIZE ? shown.at(-1)?.label : undefined;
  return { service, contains, after, tags: shown, lastLabel };
}

export const HydrateFallback = () => <ListSkeleton title="tags.heading" />;

export default function TagListRoute({ loaderData, params: { serviceId } }: Route.ComponentProps) {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const { service, contains, after, tags, lastLabel } = loaderData;
  const actions = useTagActions(serviceId);
  const canEdit = isEditor(useActor());
  const isEmpty = tags.length === 0 && contains === '' && after === undefined;

  const show = (words: string) =>
    void navigate({ search: toSearch({ contains: words.trim() }) }, { replace: true, preventScrollReset: true });
  const create = (
    <Button onClick={actions.create} leftSection={<Plus />}>
      {t('action.create')}
    </Button>
  );
  return (
    <>
      <PageTitle title={t('tags.heading')} documentTitle={t('tags.headingOf', { label: service.label })}>
        {canEdit && !isEmpty && create}
      </PageTitle>
      <ServiceLine service={service} />
      {isEmpty ? (
        <EmptyState title={t('tags.empty')} body={t('tags.emptyBody')}>
          {canEdit && create}
        </EmptyState>
      ) : (
        <>
          <div className="list-tools">
            <SearchField key={serviceId} label={t('tags.search')} maxLength={128} value={contains} onSearch={show} />
          </div>
          {tags.length > 0 ? (
            <TagTable tags={tags} actions={canEdit ? actions : undefined} />
          ) : (
            <EmptyState title={t('tags.noMatch', { words: contains })}>
              <Button variant="default" onClick={() => show('')}>
                {t('tags.clearSearch')}
              </Button>
            </EmptyState>
          )}
          <TrailPager page={after} next={lastLabel} searchOf={(label) => toSearch({ contains, after: label })} />
        </>
      )}
    </>
  );
}

interface TagTableProps {
  readonly tags: readonly AdminTag[];
  /** Undefined for viewers. */
  readonly actions: TagActions | undefined;
}

function TagTable({ tags, actions }: TagTableProps) {
  const { t } = useTranslation('console');
  const numbers = new Intl.NumberFormat(useLanguage());
  return (
    <RecordTable
      caption={t('tags.list')}
      rows={tags}
      keyOf={({ tagId }) => tagId}
      columns={[
        { title: t('tags.label'), cell: ({ label }) => <span lang={contentLanguage(label)}>{label}</span> },
        {
          title: t('tags.posts'),
          className: 'number',
          cell: ({ serviceId, label, postCount }) => {
            const count = numbers.format(postCount);
            if (postCount === 0) return count;
            return (
              <Link
                to={postListPath(serviceId, `?${new URLSearchParams({ tag: label })}`)}
                aria-label={`${count} – ${t('tags.postsOf', { label })}`}
              >
                {count}
              </Link>
            );
          },
        },
        { title: t('tags.createdAt'), timeOf: ({ createdAt }) => createdAt },
      ]}
      actions={actions && { title: t('action.edit'), cell: (tag) => <TagMenu tag={tag} actions={actions} /> }}
      className="tag-table"
    />
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
