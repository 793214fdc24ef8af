import { Button, Modal, TextInput } from '@mantine/core';
import { ArrowLeft } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { adminServiceApi } from '#contract/admin-services.ts';
import type { Call } from '#contract/api-client.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { type DeletedPost, deletedPostApi } from '#contract/post-history.ts';
import { PostSlug } from '#contract/slugs.ts';
import { postBinPath } from '../../../paths/console.ts';
import { screenCall } from '../../../session/console-call.ts';
import { requireService } from '../../../session/guards.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { PostTabs, ServiceLine } from '../../posts/post-tabs.tsx';
import { ConsoleForm } from '../../ui/console-form.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { failureKeyOf, fieldErrorsOf } from '../../ui/failure-text.ts';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { TrailPager } from '../../ui/trail-pager.tsx';
import { MissingNotice, SnapshotView } from '../snapshot-view.tsx';
import type { Route } from './+types/post-bin.route.ts';
import { BinActions, type BinActionsProps, BinTable, DeletedBy, DeletionDate } from './bin-table.tsx';
import { type RestorePost, useBin } from './use-bin.ts';
import './bin.css';

export async function clientLoader({ request, params: { serviceId } }: Route.ClientLoaderArgs) {
  await requireService(request, serviceId);
  const call = screenCall(request);
  const [service, shown] = await Promise.all([
    call(adminServiceApi.find, { params: { serviceId } }),
    load(call, serviceId, new URL(request.url).searchParams),
  ]);
  return { service, shown };
}

async function load(call: Call, serviceId: string, search: URLSearchParams) {
  const postId = search.get('look');
  if (postId !== null) {
    return { kind: 'post' as const, post: await call(deletedPostApi.find, { params: { serviceId, postId } }) };
  }
  const pageToken = search.get('pageToken') ?? undefined;
  const query = pageToken === undefined ? {} : { pageToken };
  const page = await call(deletedPostApi.list, { params: { serviceId }, query });
  return { kind: 'list' as const, pageToken, page };
}

export const HydrateFallback = () => <ListSkeleton title="bin.heading" />;

export default function PostBinRoute({ loaderData: { service, shown }, params: { serviceId } }: Route.ComponentProps) {
  const { t } = useTranslation('console');
  const { restore, remove, missing, slugConflict, stopRestoring } = useBin(serviceId);
  return (
    <>
      <PageTitle title={t('bin.heading')} />
      <ServiceLine service={service} />
      <PostTabs serviceId={serviceId} />
      <MissingNotice missing={missing} />
      {shown.kind === 'post' ? (
        <>
          <Link className="back-to-list ui-inline ui-middle" to={postBinPath(serviceId)}>
            <ArrowLeft />
            {t('bin.backToList')}
          </Link>
          <DeletedPostView post={shown.post} serviceId={serviceId} onRestore={restore} onRemove={remove} />
        </>
      ) : (
        <>
          <p className="lead">{t('bin.lead')}</p>
          {shown.page.items.length === 0 ? (
            <EmptyState title={t('bin.empty')} body={t('bin.emptyBody')} />
          ) : (
            <BinTable posts={shown.page.items} onRestore={restore} onRemove={remove} />
          )}
          <TrailPager page={shown.pageToken} next={shown.page.pageToken} />
        </>
      )}
      {slugConflict && <RestoreDialog post={slugConflict} onRestore={restore} onClose={stopRestoring} />}
    </>
  );
}

interface DeletedPostViewProps extends Omit<BinActionsProps, 'post' | 'isShort'> {
  readonly post: ResponseOf<typeof deletedPostApi.find>;
  readonly serviceId: string;
}

function DeletedPostView({ post, serviceId, ...actions }: DeletedPostViewProps) {
  const { t } = useTranslation('console');
  return (
    <>
      <dl className="bin-facts ui-row">
        <div>
          <dt>{t('bin.deletedAt')}</dt>
          <dd>
            <DateTime value={post.deletedAt} withTime /> <DeletedBy post={post} />
          </dd>
        </div>
        <div>
          <dt>{t('bin.goneAt')}</dt>
          <dd>
            <DeletionDate post={post} />
          </dd>
        </div>
        {post.groups.length > 0 && (
          <div>
            <dt>{t('posts.tabs.groups')}</dt>
            <dd>{post.groups.join(t('history.comma'))}</dd>
          </div>
        )}
      </dl>
      <BinActions post={post} {...actions} />
      <SnapshotView serviceId={serviceId} content={post.content} />
    </>
  );
}

interface RestoreDialogProps {
  readonly post: DeletedPost;
  readonly onRestore: RestorePost;
  readonly onClose: () => void;
}

function RestoreDialog({ post, onRestore, onClose }: RestoreDialogProps) {
  const { t } = useTranslation('console');
  const [slug, setSlug] = useState(`${post.slug}-2`);
  const [fieldError, setFieldError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);

  function showError(text: string): void {
    setFieldError(text);
    field.current?.focus();
  }

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    const parsed = PostSlug.safeParse(slug.trim());
    if (!parsed.success) {
      showError(t('posts.slugHelp'));
      return;
    }
    try {
      await onRestore(post, parsed.data);
    } catch (error) {
      showError(fieldErrorsOf(error, t).slug ?? t(failureKeyOf(error)));
    }
  }

  return (
    <Modal opened onClose={onClose} title={t('bin.restoreOne', { title: post.title })} centered>
      <ConsoleForm className="ui-grid ui-gap-4" onSubmit={(event) => void send(event)}>
        <p>{t('bin.slugTaken', { slug: post.slug })}</p>
        <TextInput
          ref={field}
          label={t('posts.fields.slug')}
          description={t('posts.slugHelp')}
          value={slug}
          onChange={({ target }) => {
            setSlug(target.value);
            setFieldError(undefined);
          }}
          error={fieldError}
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
        />
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit">{t('bin.restore')}</Button>
        </div>
      </ConsoleForm>
    </Modal>
  );
}
