import { DndContext } from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { Button, Menu } from '@mantine/core';
import { Ellipsis, ExternalLink, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import type { AdminPostRow } from '#contract/admin-posts.ts';
import { groupPath } from '#contract/page-paths.ts';
import { type AdminPostGroup, adminPostGroupApi } from '#contract/post-groups.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { groupDetailPath, groupEditPath, groupListPath } from '../../paths/console.ts';
import { isEditor, useActor } from '../../session/actor.ts';
import { screenCall } from '../../session/console-call.ts';
import { requireService } from '../../session/guards.ts';
import { PostTabs } from '../posts/post-tabs.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { useSortingAnnouncements } from '../ui/use-sorting-announcements.ts';
import type { Route } from './+types/group-detail.route.ts';
import { AddPosts } from './detail/add-posts.tsx';
import { GroupPostRow } from './detail/group-post-row.tsx';
import { type OrderSteps, useGroupPosts, useOrderSteps } from './detail/use-group-posts.ts';
import { useRemoveGroup } from './use-groups.ts';
import './groups.css';

export async function clientLoader({ request, params: { serviceId, slug } }: Route.ClientLoaderArgs) {
  await requireService(request, serviceId);
  const groupRequest = { params: { serviceId, slug }, query: { withPostDetail: '1' } };
  return { group: await screenCall(request)(adminPostGroupApi.find, groupRequest) };
}

export const HydrateFallback = () => <ListSkeleton title="frame.place.groups" />;

export default function GroupDetailRoute({ loaderData: { group }, params: { serviceId } }: Route.ComponentProps) {
  const { t } = useTranslation('console');
  const { slug, label } = group;
  return (
    <>
      <PageTitle title={label}>
        <GroupActions group={group} />
      </PageTitle>
      <PostTabs serviceId={serviceId} />
      <p className="group-line ui-row ui-gap-1-4 ui-quiet">
        <code>{slug}</code>
        {group.posts?.some(({ status, isHiddenInList }) => status === 'published' && !isHiddenInList) && (
          <a
            href={groupPath(serviceId, slug)}
            target="_blank"
            rel="noreferrer"
            lang={contentLanguage(label)}
            className="ui-inline ui-middle ui-gap-1"
          >
            {t('groups.detail.publicPage')}
            <ExternalLink size={14} />
          </a>
        )}
      </p>
      <PostsOfGroup key={slug} group={group} />
    </>
  );
}

function GroupActions({ group: { serviceId, slug, label } }: { group: AdminPostGroup }) {
  const { t } = useTranslation('console');
  const canWrite = isEditor(useActor());
  const navigate = useNavigate();
  const remove = useRemoveGroup(async (change) => {
    await navigate(change === 'removed' ? groupListPath(serviceId) : groupDetailPath(serviceId, slug));
  });
  if (!canWrite) return null;
  return (
    <>
      <Button component={Link} to={groupEditPath(serviceId, slug)} variant="default" leftSection={<Pencil />}>
        {t('action.edit')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" aria-label={t('posts.more')} px="xs">
            <Ellipsis />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            color="var(--vermilion)"
            leftSection={<Trash2 />}
            onClick={() => void remove({ serviceId, slug, label })}
          >
            {t('action.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

function PostsOfGroup({ group }: { group: AdminPostGroup }) {
  const { t } = useTranslation('console');
  const canWrite = isEditor(useActor());
  const [isAdding, setIsAdding] = useState(false);
  const order = useGroupPosts(group);
  const steps = useOrderSteps(order);
  const known = new Map(group.posts?.map((post) => [post.postId, post]));
  // Posts added a moment ago are still loading.
  const posts = order.ids.flatMap((postId) => known.get(postId) ?? []);
  const add = canWrite && (
    <Button leftSection={<Plus />} onClick={() => setIsAdding(true)}>
      {t('groups.detail.add')}
    </Button>
  );
  return (
    <>
      {order.ids.length === 0 ? (
        <EmptyState title={t('groups.detail.empty')} body={t('groups.detail.emptyBody')}>
          {add}
        </EmptyState>
      ) : (
        <>
          <div className="ui-row ui-middle ui-gap-2-4 ui-quiet ui-below-4">
            {add}
            <span className="ui-digits">{t('groups.count', { count: order.ids.length })}</span>
            {canWrite && posts.length > 1 && <span className="ui-size-13">{t('groups.detail.hint')}</span>}
          </div>
          <SortablePosts posts={posts} canWrite={canWrite} steps={steps} />
        </>
      )}
      {canWrite && (
        <AddPosts
          serviceId={group.serviceId}
          memberIds={new Set(order.ids)}
          isOpen={isAdding}
          onClose={() => setIsAdding(false)}
          onAdd={steps.add}
        />
      )}
    </>
  );
}

interface SortablePostsProps {
  readonly posts: readonly AdminPostRow[];
  readonly canWrite: boolean;
  readonly steps: OrderSteps;
}

function SortablePosts({ posts, canWrite, steps }: SortablePostsProps) {
  const { t } = useTranslation('console');
  const ids = posts.map(({ postId }) => postId);
  const isSortable = canWrite && posts.length > 1;

  const sorting = useSortingAnnouncements({
    ids,
    nameOf: (id) => posts.find(({ postId }) => postId === id)?.title ?? '',
    onMove: steps.drop,
  });

  return (
    <DndContext {...sorting}>
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ol className="group-posts" aria-label={t('groups.detail.order')} tabIndex={-1}>
          {posts.map((post, index) => (
            <GroupPostRow
              key={post.postId}
              post={post}
              isFirst={index === 0}
              isLast={index === posts.length - 1}
              canWrite={canWrite}
              isSortable={isSortable}
              steps={steps}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}
