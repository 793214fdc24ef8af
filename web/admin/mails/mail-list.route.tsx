import { NativeSelect } from '@mantine/core';
import { Inbox, MailCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { MailStatus, mailApi } from '#contract/mails.ts';
import { screenCall } from '../../session/console-call.ts';
import { requireAdmin } from '../../session/guards.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { TrailPager } from '../ui/trail-pager.tsx';
import type { Route } from './+types/mail-list.route.ts';
import { readMailListState, toMailSearch } from './mail-state.ts';
import { MailTable } from './mail-table.tsx';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin(request);
  const state = readMailListState(new URL(request.url).searchParams);
  const page = await screenCall(request)(mailApi.list, { query: state });
  return { state, mails: page.items, isSending: page.isSending, nextToken: page.pageToken ?? undefined };
}

export function HydrateFallback() {
  const { t } = useTranslation('console');
  return <ListSkeleton title={t('page.mails')} />;
}

export default function MailListRoute({ loaderData: { state, mails, isSending, nextToken } }: Route.ComponentProps) {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  return (
    <>
      <PageTitle title={t('page.mails')} />
      {isSending ? <MailServerNotice /> : <OutboxNotice />}
      <div className="list-tools">
        <NativeSelect
          label={t('mails.status')}
          value={state.status ?? ''}
          data={[
            { value: '', label: t('mails.anyStatus') },
            ...MailStatus.options.map((value) => ({ value, label: t(`mails.statuses.${value}`) })),
          ]}
          onChange={({ target }) => {
            const status = MailStatus.safeParse(target.value).data;
            void navigate({ search: toMailSearch({ status, pageToken: undefined }) }, { preventScrollReset: true });
          }}
        />
      </div>
      {mails.length > 0 ? (
        <MailTable mails={mails} />
      ) : (
        <EmptyState title={t(state.status === undefined ? 'mails.empty' : 'mails.noMatch')} />
      )}
      <TrailPager
        first={toMailSearch({ ...state, pageToken: undefined })}
        next={nextToken === undefined ? undefined : toMailSearch({ ...state, pageToken: nextToken })}
        isFirst={state.pageToken === undefined}
      />
    </>
  );
}

function MailServerNotice() {
  const { t } = useTranslation('console');
  return (
    <div className="notice">
      <MailCheck />
      <p>{t('mails.sending')}</p>
    </div>
  );
}

const EXAMPLE = "SMTP_URL='smtp://user:password@mail.example.com:587'\nMAIL_FROM='Kawaraban <news@example.com>'";

function OutboxNotice() {
  const { t } = useTranslation('console');
  return (
    <div className="notice" data-kind="warning">
      <Inbox />
      <div>
        <p>{t('mails.keeping')}</p>
        <p>{t('mails.howToSend')}</p>
        <pre className="code-block">{EXAMPLE}</pre>
      </div>
    </div>
  );
}
