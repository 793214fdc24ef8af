import { Button } from '@mantine/core';
import { Pencil } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import { type AdminPost, adminPostApi } from '#contract/admin-posts.ts';
import { isEditor, useActor } from '../../session/actor.ts';
import { screenCall } from '../../session/console-call.ts';
import { requireService } from '../../session/guards.ts';
import { PageTitle } from '../ui/page-title.tsx';
import type { Route } from './+types/post-detail.route.ts';
import { BodyAsRead } from './detail/body-as-read.tsx';
import { GroupsDialog } from './detail/groups-dialog.tsx';
import { PostActions } from './detail/post-actions.tsx';
import { PostFacts } from './detail/post-facts.tsx';
import { PostNotices } from './detail/post-notices.tsx';
import { PostStatusBadges } from './post-status.tsx';
import { PostTabs } from './post-tabs.tsx';
import './detail/detail.css';

/** Loaded on demand: the editor is large, and most visits only read. */
const BodyEditor = lazy(async () => ({ default: (await import('./detail/body-editor.tsx')).BodyEditor }));

export async function clientLoader({ request, params: { serviceId, postId } }: Route.ClientLoaderArgs) {
  await requireService(request, serviceId);
  return screenCall(request)(adminPostApi.find, { params: { serviceId, idOrSlug: postId } });
}

export default function PostDetailRoute({ loaderData: post, params: { serviceId } }: Route.ComponentProps) {
  const revalidator = useRevalidator();
  const [isChoosingGroups, setIsChoosingGroups] = useState(false);
  const chooseGroups = () => setIsChoosingGroups(true);
  return (
    <>
      <PageTitle title={post.title}>
        <PostActions post={post} onChooseGroups={chooseGroups} />
      </PageTitle>
      <PostTabs serviceId={serviceId} />
      <p className="post-state-line">
        <PostStatusBadges post={post} />
      </p>
      <PostNotices post={post} />
      <div className="post-detail">
        <PostBody key={post.postId} post={post} />
        <PostFacts post={post} onChooseGroups={chooseGroups} />
      </div>
      <GroupsDialog
        key={`${post.postId} groups`}
        post={post}
        isOpen={isChoosingGroups}
        onClose={() => setIsChoosingGroups(false)}
        onChange={() => void revalidator.revalidate()}
      />
    </>
  );
}

function PostBody({ post }: { post: AdminPost }) {
  const { t } = useTranslation('console');
  const canWrite = isEditor(useActor());
  const [isEditing, setIsEditing] = useState(false);

  if (isEditing) {
    return (
      <Suspense fallback={<p role="status">{t('console.loading')}</p>}>
        <BodyEditor post={post} onDone={() => setIsEditing(false)} />
      </Suspense>
    );
  }
  return (
    <section className="post-body" aria-labelledby="post-body-heading">
      <h2 id="post-body-heading" className="sr-only">
        {t('posts.fields.body')}
      </h2>
      {canWrite && post.bodyFormat === 'markdown' && (
        <Button
          className="post-body-edit"
          variant="subtle"
          leftSection={<Pencil size={16} aria-hidden="true" />}
          onClick={() => setIsEditing(true)}
        >
          {t('posts.editDirectly')}
        </Button>
      )}
      <BodyAsRead post={post} />
    </section>
  );
}
