import { Button, Select, Switch } from '@mantine/core';
import { Settings2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { adminCommentApi } from '#contract/admin-comments.ts';
import type { Call } from '#contract/api-client.ts';
import { serviceContentApi } from '#contract/service-contents.ts';
import { contentCommentsPath, contentSettingsPath } from '../../paths/console.ts';
import { isEditor, useActor } from '../../session/actor.ts';
import { backgroundCall, consoleCall, quietCall } from '../../session/console-call.ts';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { notifyFailure, notifySuccess } from '../ui/notify.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import type { Route } from './+types/comment-list.route.ts';
import { CommentScreen } from './comment-screen.tsx';
import { loadComments } from './load-comments.ts';
import './comments.css';

/** Maximum number of options rendered at once; typing finds the others. */
const MAX_OFFERED = 100;

function ContentSelect({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const [ids, setIds] = useState<readonly string[]>();

  const load = async () => {
    if (ids !== undefined) return;
    try {
      setIds(await allContentIds(quietCall, serviceId));
    } catch (error) {
      notifyFailure(error);
    }
  };

  return (
    <Select
      flex="1 1 16rem"
      maw="26rem"
      label={t('moderation.content')}
      placeholder={t('moderation.contentChoose')}
      data={ids ?? []}
      value={null}
      searchable
      limit={MAX_OFFERED}
      nothingFoundMessage={t(ids === undefined ? 'console.loading' : 'moderation.contentNone')}
      onDropdownOpen={() => void load()}
      onChange={(contentId) => contentId !== null && void navigate(contentCommentsPath(serviceId, contentId))}
    />
  );
}

/** A service has at most 1,000 content ids. */
async function allContentIds(call: Call, serviceId: string): Promise<readonly string[]> {
  const ids: string[] = [];
  let pageToken: string | null | undefined;
  do {
    const query = { count: 50, ...(pageToken != null && { pageToken }) };
    const page = await call(serviceContentApi.list, { params: { serviceId }, query });
    ids.push(...page.items.map(({ contentId }) => contentId));
    pageToken = page.pageToken;
  } while (pageToken !== null);
  return ids;
}

export async function clientLoader({ request, params: { serviceId } }: Route.ClientLoaderArgs) {
  return await loadComments(request, { serviceId });
}

export const HydrateFallback = () => <ListSkeleton title="moderation.heading" />;

export default function CommentListRoute({ loaderData, params: { serviceId } }: Route.ComponentProps) {
  const { t } = useTranslation('console');
  const { service, hasContents } = loaderData;
  const head = (
    <PageTitle title={t('moderation.heading')} documentTitle={t('moderation.listOf', { label: service.label })}>
      <Button component={Link} to={contentSettingsPath(serviceId)} variant="default" leftSection={<Settings2 />}>
        {t('moderation.contentSettings')}
      </Button>
    </PageTitle>
  );
  return (
    <CommentScreen key={serviceId} loaded={loaderData} head={head}>
      <div className="comment-ways ui-row ui-top ui-spread">
        {hasContents && <ContentSelect serviceId={serviceId} />}
        <MailNotice serviceId={serviceId} />
      </div>
    </CommentScreen>
  );
}

function MailNotice({ serviceId }: { serviceId: string }) {
  const canAsk = isEditor(useActor());
  return canAsk ? <MailSwitch key={serviceId} serviceId={serviceId} /> : null;
}

function MailSwitch({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('console');
  // The switch stays disabled when the setting cannot be loaded.
  const { value, setValue } = useLoaded(serviceId, () =>
    backgroundCall(adminCommentApi.notice, { params: { serviceId } }),
  );
  const isEnabled = value?.isWanted;
  const setIsEnabled = (isWanted: boolean) => setValue(() => ({ isWanted }));

  async function change(next: boolean): Promise<void> {
    setIsEnabled(next);
    try {
      await consoleCall(adminCommentApi.saveNotice, { params: { serviceId }, body: { isWanted: next } });
      notifySuccess(next ? 'commentNotice.on' : 'commentNotice.off');
    } catch (error) {
      setIsEnabled(!next);
      notifyFailure(error, 'failure.update');
    }
  }

  return (
    <Switch
      label={t('commentNotice.label')}
      description={t('commentNotice.help')}
      checked={isEnabled ?? false}
      disabled={isEnabled === undefined}
      onChange={({ currentTarget }) => void change(currentTarget.checked)}
    />
  );
}
