import { Button } from '@mantine/core';
import { MessageSquareOff, MessagesSquare, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, redirect, useRevalidator } from 'react-router';
import { adminServiceApi } from '#contract/admin-services.ts';
import { type ListedContent, MAX_CONTENTS, serviceContentApi } from '#contract/service-contents.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { contentCommentsPath, contentSettingsPath, postDetailPath, serviceEditPath } from '../../paths/console.ts';
import { isEditor, useActor } from '../../session/actor.ts';
import { consoleCall, screenCall } from '../../session/console-call.ts';
import { requireService } from '../../session/guards.ts';
import { ServiceLine } from '../posts/post-tabs.tsx';
import { confirm } from '../ui/confirm.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { notifyFailure, notifySuccess } from '../ui/notify.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { refocus } from '../ui/refocus.ts';
import { readPageToken } from '../ui/search-params.ts';
import { TrailPager } from '../ui/trail-pager.tsx';
import type { Route } from './+types/content-settings.route.ts';
import { ContentCreateForm } from './content-create-form.tsx';
import { ContentStatusDialog } from './content-status-dialog.tsx';
import './content-settings.css';

const PAGE = 50;

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const { serviceId } = params;
  await requireService(request, serviceId);
  const call = screenCall(request);
  const pageToken = readPageToken(new URL(request.url).searchParams);
  const [service, page] = await Promise.all([
    call(adminServiceApi.find, { params }),
    call(serviceContentApi.list, { params, query: { count: PAGE, pageToken } }),
  ]);
  // The last id of a later page was deleted.
  if (page.items.length === 0 && pageToken !== undefined) throw redirect(contentSettingsPath(serviceId));
  return { service, contents: page.items, pageToken, nextToken: page.pageToken };
}

export const HydrateFallback = () => <ListSkeleton title="contents.heading" />;

export default function ContentSettingsRoute({ loaderData, params: { serviceId } }: Route.ComponentProps) {
  const { t } = useTranslation('console');
  const { service, contents, pageToken, nextToken } = loaderData;
  const isFirst = pageToken === undefined;
  const canWrite = isEditor(useActor());
  const revalidator = useRevalidator();
  const [isCreating, setIsCreating] = useState(false);
  const [changing, setChanging] = useState<ListedContent>();
  const createButton = useRef<HTMLButtonElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isOnly = (content: ListedContent) => isFirst && contents.length === 1 && contents[0] === content;

  async function endCreating(isCreated: boolean): Promise<void> {
    if (isCreated) await revalidator.revalidate();
    setIsCreating(false);
    createButton.current?.focus();
  }

  async function remove(content: ListedContent, button: HTMLElement): Promise<void> {
    const { contentId } = content;
    const isLast = isOnly(content);
    const question = {
      title: t('confirm.title'),
      text: t(isLast ? 'contents.confirmDeleteLast' : 'contents.confirmDelete', { contentId }),
      action: t('action.delete'),
      isDangerous: true,
    };
    if (!(await confirm(question))) return refocus(button);
    try {
      await consoleCall(serviceContentApi.delete, { params: { serviceId, contentId } });
      notifySuccess(isLast ? 'contents.openedAgain' : 'contents.deleted');
    } catch (error) {
      notifyFailure(error, 'failure.delete');
    }
    await revalidator.revalidate();
    refocus(heading.current, button);
  }

  return (
    <>
      <PageTitle title={t('contents.heading')} documentTitle={t('contents.headingOf', { label: service.label })}>
        {canWrite && (
          <Button
            ref={createButton}
            aria-expanded={isCreating}
            leftSection={<Plus />}
            onClick={() => setIsCreating(true)}
          >
            {t('contents.create')}
          </Button>
        )}
      </PageTitle>
      <ServiceLine service={service} />
      {!service.functions.includes('comment') && <CommentsOffNotice serviceId={serviceId} />}
      <div className="contents-lead ui-grid ui-gap-3 ui-quiet">
        <p>{t('contents.leadFree')}</p>
        <p>{t('contents.leadRegistered', { max: MAX_CONTENTS })}</p>
      </div>
      {isCreating && (
        <ContentCreateForm
          serviceId={serviceId}
          defaultStatus={service.configs.commentDefaultPublishStatus}
          isFirstOfAll={isFirst && contents.length === 0}
          onEnd={(isCreated) => void endCreating(isCreated)}
        />
      )}
      <h2 ref={heading} tabIndex={-1} className="sr-only">
        {t('contents.list')}
      </h2>
      {contents.length > 0 ? (
        <ul className="content-boxes ui-grid ui-gap-4">
          {contents.map((content) => (
            <ContentBox
              key={content.contentId}
              content={content}
              canWrite={canWrite}
              onChange={() => setChanging(content)}
              onDelete={(button) => void remove(content, button)}
            />
          ))}
        </ul>
      ) : (
        !isCreating && <EmptyState title={t('contents.empty')} body={t('contents.emptyBody')} />
      )}
      <TrailPager page={pageToken} next={nextToken} />
      <ContentStatusDialog
        content={changing}
        onClose={() => setChanging(undefined)}
        onChanged={() => void revalidator.revalidate()}
      />
    </>
  );
}

function CommentsOffNotice({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('console');
  const isAdmin = useActor().role === 'admin';
  return (
    <div className="notice" data-kind="warning">
      <MessageSquareOff />
      <div>
        <p>{t('contents.off')}</p>
        {isAdmin ? (
          <p>
            <Link to={serviceEditPath(serviceId)}>{t('contents.switchOn')}</Link>
          </p>
        ) : (
          <p>{t('contents.askAdmin')}</p>
        )}
      </div>
    </div>
  );
}

interface ContentBoxProps {
  readonly content: ListedContent;
  readonly canWrite: boolean;
  readonly onChange: () => void;
  readonly onDelete: (button: HTMLElement) => void;
}

function ContentBox({ content, canWrite, onChange, onDelete }: ContentBoxProps) {
  const { t } = useTranslation('console');
  const { serviceId, contentId, commentDefaultPublishStatus, post } = content;
  return (
    <li className="content-box ui-panel-ruled ui-column ui-gap-3">
      <div className="content-box-head ui-line ui-top ui-spread ui-gap-2-4">
        <h3>{contentId}</h3>
        {canWrite && (
          <Button
            variant="subtle"
            color="vermilion"
            size="compact-sm"
            aria-label={t('contents.deleteOne', { contentId })}
            onClick={({ currentTarget }) => onDelete(currentTarget)}
          >
            {t('action.delete')}
          </Button>
        )}
      </div>
      {post && (
        <p className="content-box-post ui-quiet">
          {t('contents.postOf')}{' '}
          <Link to={postDetailPath(serviceId, post.postId)} lang={contentLanguage(post.title)}>
            {post.title}
          </Link>
        </p>
      )}
      <p className="content-box-status ui-line ui-middle ui-spread ui-gap-2-4">
        <span>{t('contents.statusIs', { status: t(`services.status.${commentDefaultPublishStatus}`) })}</span>
        {canWrite && (
          <Button
            variant="default"
            size="compact-sm"
            aria-haspopup="dialog"
            aria-label={t('contents.changeOne', { contentId })}
            onClick={onChange}
          >
            {t('contents.change')}
          </Button>
        )}
      </p>
      <Link className="content-box-comments ui-inline ui-middle" to={contentCommentsPath(serviceId, contentId)}>
        <MessagesSquare />
        {t('contents.comments')}
        <span className="sr-only">{contentId}</span>
      </Link>
    </li>
  );
}
