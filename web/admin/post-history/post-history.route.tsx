import { Button } from '@mantine/core';
import { ArrowLeft, CircleCheck, GitCompare, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type AdminPost, adminPostApi } from '#contract/admin-posts.ts';
import type { Call } from '#contract/api-client.ts';
import {
  type PostRevision,
  type PostSnapshot,
  postHistoryApi,
  type RevisionComparison,
} from '#contract/post-history.ts';
import { postHistoryPath } from '../../paths/console.ts';
import { isEditor, useActor } from '../../session/actor.ts';
import { screenCall } from '../../session/console-call.ts';
import { requireService } from '../../session/guards.ts';
import { PostTabs } from '../posts/post-tabs.tsx';
import { Badge } from '../ui/badge.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { TrailPager } from '../ui/trail-pager.tsx';
import type { Route } from './+types/post-history.route.ts';
import { BodyDifference, FieldDifferences } from './revision-differences.tsx';
import {
  type Chosen,
  compareSearch,
  type HistoryState,
  RevisionList,
  readHistoryState,
  revisionSearch,
  SaveLine,
} from './revision-list.tsx';
import { MissingNotice, SnapshotView } from './snapshot-view.tsx';
import { type Restore, useRestore } from './use-restore.ts';
import './history.css';

const PAGE = 50;

export async function clientLoader({ request, params: { serviceId, postId } }: Route.ClientLoaderArgs) {
  await requireService(request, serviceId);
  const call = screenCall(request);
  const state = readHistoryState(new URL(request.url).searchParams);
  const [post, shown] = await Promise.all([
    call(adminPostApi.find, { params: { serviceId, idOrSlug: postId } }),
    load(call, { serviceId, idOrSlug: postId }, state),
  ]);
  return { post, shown };
}

async function load(call: Call, post: { serviceId: string; idOrSlug: string }, state: HistoryState) {
  if (state.kind === 'revision') {
    const params = { ...post, revision: state.revision };
    return { kind: 'revision' as const, revision: await call(postHistoryApi.find, { params }) };
  }
  if (state.kind === 'compare') {
    const { before: revision, after } = state;
    const query = after === undefined ? {} : { with: after };
    const params = { ...post, revision };
    return { kind: 'compare' as const, comparison: await call(postHistoryApi.compare, { params, query }) };
  }
  const { pageToken } = state;
  const query = { count: PAGE, ...(pageToken !== undefined && { pageToken }) };
  return { kind: 'list' as const, pageToken, page: await call(postHistoryApi.list, { params: post, query }) };
}

export const HydrateFallback = () => <ListSkeleton title="history.heading" />;

export default function PostHistoryRoute({ loaderData }: Route.ComponentProps) {
  // Remounts for another post, to reset the chosen revisions.
  return <PostHistory key={loaderData.post.postId} {...loaderData} />;
}

function PostHistory({ post, shown }: Route.ComponentProps['loaderData']) {
  const { t } = useTranslation('console');
  // Kept while paging, so that revisions of two pages can be compared.
  const [chosen, setChosen] = useState<Chosen>({});
  const { restore, missing } = useRestore(post);
  return (
    <>
      <PageTitle title={t('history.headingOf', { title: post.title })} />
      <PostTabs serviceId={post.serviceId} />
      {shown.kind !== 'list' && <BackToList post={post} />}
      <MissingNotice missing={missing} />
      {shown.kind === 'list' && (
        <>
          <p className="lead">{t('history.lead')}</p>
          <RevisionList post={post} items={shown.page.items} chosen={chosen} onChoose={setChosen} onRestore={restore} />
          <TrailPager page={shown.pageToken} next={shown.page.pageToken} />
        </>
      )}
      {shown.kind === 'revision' && <RevisionView post={post} revision={shown.revision} onRestore={restore} />}
      {shown.kind === 'compare' && <Comparison post={post} comparison={shown.comparison} onRestore={restore} />}
    </>
  );
}

function BackToList({ post: { serviceId, postId } }: { post: AdminPost }) {
  const { t } = useTranslation('console');
  return (
    <Link className="back-to-list ui-inline ui-middle" to={postHistoryPath(serviceId, postId)}>
      <ArrowLeft />
      {t('history.backToList')}
    </Link>
  );
}

interface RevisionViewProps {
  readonly post: AdminPost;
  readonly revision: PostRevision & { readonly content: PostSnapshot };
  readonly onRestore: Restore;
}

function RevisionView({ post, revision, onRestore }: RevisionViewProps) {
  const { t } = useTranslation('console');
  const canWrite = isEditor(useActor());
  const { revision: number, content, isCurrent } = revision;
  return (
    <>
      <div className="ui-row ui-baseline ui-gap-2-4">
        <h2>{t('history.save', { revision: number })}</h2>
        <SaveLine revision={revision} />
      </div>
      {!isCurrent && (
        <div className="history-actions ui-row ui-baseline ui-gap-2-4">
          <Button component={Link} to={compareSearch(number)} variant="default" leftSection={<GitCompare />}>
            {t('history.withPresent')}
          </Button>
          {canWrite && (
            <Button leftSection={<RotateCcw />} onClick={() => void onRestore(number)}>
              {t('history.restoreThis')}
            </Button>
          )}
        </div>
      )}
      <SnapshotView serviceId={post.serviceId} content={content} />
    </>
  );
}

interface ComparisonProps {
  readonly post: AdminPost;
  readonly comparison: RevisionComparison;
  readonly onRestore: Restore;
}

function Comparison({ post, comparison, onRestore }: ComparisonProps) {
  const { t } = useTranslation('console');
  const canWrite = isEditor(useActor());
  const { before, after, fields, body } = comparison;
  const isSame = fields.length === 0 && body.kind === 'same';
  return (
    <>
      <dl className="compared ui-grid ui-gap-3-5">
        <Compared name={t('history.before')} revision={before} />
        <Compared name={t('history.after')} revision={after} />
      </dl>
      {canWrite && !before.isCurrent && (
        <div className="history-actions ui-row ui-baseline ui-gap-2-4">
          <Button leftSection={<RotateCcw />} onClick={() => void onRestore(before.revision)}>
            {t('history.restoreOne', { revision: before.revision })}
          </Button>
        </div>
      )}
      {isSame && <p>{t('history.same')}</p>}
      <FieldDifferences fields={fields} serviceId={post.serviceId} />
      {body.kind !== 'same' && <BodyDifference body={body} />}
      {body.kind === 'same' && !isSame && <p className="ui-quiet">{t('history.sameBody')}</p>}
    </>
  );
}

function Compared({ name, revision }: { name: string; revision: PostRevision }) {
  const { t } = useTranslation('console');
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Link to={revisionSearch(revision.revision)}>{t('history.save', { revision: revision.revision })}</Link>{' '}
        {revision.isCurrent && <Badge tone="good" icon={CircleCheck} text={t('history.present')} />}
        <SaveLine revision={revision} />
      </dd>
    </div>
  );
}
