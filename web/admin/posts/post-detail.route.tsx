import { Button } from '@mantine/core';
import { CircleSlash, Clock, EyeOff, Pencil } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import { type AdminPost, adminPostApi } from '#contract/admin-posts.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { isEditor, useActor } from '../../session/actor.ts';
import { screenCall } from '../../session/console-call.ts';
import { requireService } from '../../session/guards.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import type { Route } from './+types/post-detail.route.ts';
import { PostActions } from './detail/post-actions.tsx';
import { PostFacts } from './detail/post-facts.tsx';
import { GroupsDialog } from './detail/post-groups.tsx';
import { PostStatusBadges } from './post-status.tsx';
import { PostTabs } from './post-tabs.tsx';
import { Prose } from './prose.tsx';
import { PublishedCopies } from './published-copies/published-copies.tsx';
import { useReaderCheck } from './published-copies/use-reader-check.ts';
import { usePostConfig } from './use-post-config.ts';
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
  const readers = useReaderCheck(post);
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
      <PublishedCopies check={readers} />
      <PostNotices post={post} />
      <div className="post-detail ui-grid ui-gap-6 ui-above-5">
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
  const isEditable = usePostConfig()?.isEditablePostBodyOnPageByMarkdown ?? true;
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
      {canWrite && isEditable && post.bodyFormat === 'markdown' && (
        <Button className="post-body-edit" variant="subtle" leftSection={<Pencil />} onClick={() => setIsEditing(true)}>
          {t('posts.editDirectly')}
        </Button>
      )}
      <BodyAsRead post={post} />
    </section>
  );
}

function BodyAsRead({ post }: { post: AdminPost }) {
  const { t } = useTranslation('console');
  const { bodyFormat, body, bodyHtml, bodyJson, bodyText, title, language } = post;
  if (bodyHtml === '') return <p className="ui-quiet">{t('posts.noBody')}</p>;
  if (bodyFormat === 'json' && !body.includes('\n')) {
    return (
      <pre className="post-json">
        <code>{JSON.stringify(bodyJson, null, 2)}</code>
      </pre>
    );
  }
  return <Prose html={bodyHtml} format={bodyFormat} language={language || contentLanguage(`${title} ${bodyText}`)} />;
}

function PostNotices({ post: { status, effectiveAt, isHiddenInList } }: { post: AdminPost }) {
  const { t } = useTranslation('console');
  return (
    <>
      {(status === 'unpublished' || status === 'draft') && (
        <Notice kind="danger" icon={<CircleSlash />}>
          {t(status === 'draft' ? 'posts.notices.draft' : 'posts.notices.unpublished')}
        </Notice>
      )}
      {status === 'reserved' && effectiveAt !== null && (
        <Notice kind="warning" icon={<Clock />}>
          {t('posts.notices.reserved')} <DateTime value={effectiveAt} withTime />
        </Notice>
      )}
      {isHiddenInList && (
        <Notice kind="plain" icon={<EyeOff />}>
          {t('posts.notices.hidden')}
        </Notice>
      )}
    </>
  );
}

function Notice({
  kind,
  icon,
  children,
}: {
  kind: 'danger' | 'warning' | 'plain';
  icon: ReactNode;
  children: ReactNode;
}) {
  return (
    <p className="post-notice ui-line ui-baseline ui-gap-2" data-kind={kind}>
      {icon}
      <span>{children}</span>
    </p>
  );
}
