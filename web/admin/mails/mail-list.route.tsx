import { NativeSelect } from '@mantine/core';
import { Inbox, MailCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { MailStatus, type MailSummary, mailApi } from '#contract/mails.ts';
import { mailDetailPath } from '../../paths/console.ts';
import { screenCall } from '../../session/console-call.ts';
import { requireAdmin } from '../../session/guards.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Time } from '../ui/facts.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { RecordTable } from '../ui/record-table.tsx';
import { readPageToken, toSearch } from '../ui/search-params.ts';
import { TrailPager } from '../ui/trail-pager.tsx';
import type { Route } from './+types/mail-list.route.ts';
import { MailStatusBadge } from './mail-state.tsx';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin(request);
  const search = new URL(request.url).searchParams;
  const state = { status: MailStatus.safeParse(search.get('status')).data, pageToken: readPageToken(search) };
  const page = await screenCall(request)(mailApi.list, { query: state });
  return { state, mails: page.items, isSending: page.isSending, nextToken: page.pageToken };
}

export const HydrateFallback = () => <ListSkeleton title="page.mails" />;

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
          onChange={({ target }) =>
            void navigate({ search: toSearch({ status: target.value }) }, { preventScrollReset: true })
          }
        />
      </div>
      {mails.length > 0 ? (
        <MailTable mails={mails} />
      ) : (
        <EmptyState title={t(state.status === undefined ? 'mails.empty' : 'mails.noMatch')} />
      )}
      <TrailPager page={state.pageToken} next={nextToken} searchOf={(pageToken) => toSearch({ ...state, pageToken })} />
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

function MailTable({ mails }: { mails: readonly MailSummary[] }) {
  const { t } = useTranslation('console');
  return (
    <RecordTable
      caption={t('page.mails')}
      rows={mails}
      keyOf={({ mailId }) => mailId}
      columns={[
        { title: t('mails.subject'), cell: mailHead },
        { title: t('mails.recipient'), cell: ({ recipient }) => recipient },
        { title: t('mails.status'), cell: ({ status }) => <MailStatusBadge status={status} /> },
        { title: t('mails.attempts'), className: 'wide number', cell: ({ attempts }) => attempts },
        { title: t('mails.createdAt'), timeOf: ({ createdAt }) => createdAt },
      ]}
    />
  );
}

function mailHead({ mailId, recipient, subject, language, status, lastError, createdAt }: MailSummary) {
  return (
    <>
      <Link to={mailDetailPath(mailId)} lang={language}>
        {subject}
      </Link>
      {lastError !== null && (
        <span className="record-sub" data-tone="bad">
          {lastError}
        </span>
      )}
      <span className="narrow">
        <span>{recipient}</span>
        <MailStatusBadge status={status} />
        <Time value={createdAt} isShort />
      </span>
    </>
  );
}
