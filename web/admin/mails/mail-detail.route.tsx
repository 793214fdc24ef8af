import { Button } from '@mantine/core';
import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import { type MailSummary, mailApi } from '#contract/mails.ts';
import { consoleCall, screenCall } from '../../session/console-call.ts';
import { requireAdmin } from '../../session/guards.ts';
import { Fact, Facts, Time } from '../ui/facts.tsx';
import { notifyFailure, notifySuccess } from '../ui/notify.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import type { Route } from './+types/mail-detail.route.ts';
import { canRetry, MailStatusBadge, partsOf } from './mail-state.tsx';

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  await requireAdmin(request);
  return await screenCall(request)(mailApi.read, { params });
}

export default function MailDetailRoute({ loaderData: mail }: Route.ComponentProps) {
  const { t } = useTranslation('console');
  const revalidator = useRevalidator();
  const { mailId, status, text, language } = mail;

  async function retry(): Promise<void> {
    try {
      await consoleCall(mailApi.retry, { params: { mailId } });
      notifySuccess('mails.retried');
    } catch (error) {
      notifyFailure(error);
    }
    await revalidator.revalidate();
  }

  return (
    <>
      <PageTitle title={t('page.mail')}>
        {canRetry(status) && (
          <Button leftSection={<RotateCw />} onClick={() => void retry()}>
            {t('mails.retry')}
          </Button>
        )}
      </PageTitle>
      <MailFacts mail={mail} />
      <section className="record-section" aria-label={t('mails.text')}>
        {text === null ? <p className="ui-quiet">{t('mails.noText')}</p> : <MailText text={text} language={language} />}
      </section>
    </>
  );
}

function MailFacts({ mail }: { mail: MailSummary }) {
  const { t } = useTranslation('console');
  const { subject, language, recipient, status, attempts, lastError, createdAt, sentAt, dueAt } = mail;
  return (
    <Facts>
      <Fact name={t('mails.subject')}>
        <span lang={language}>{subject}</span>
      </Fact>
      <Fact name={t('mails.recipient')}>{recipient}</Fact>
      <Fact name={t('mails.status')}>
        <MailStatusBadge status={status} />
      </Fact>
      <Fact name={t('mails.createdAt')}>
        <Time value={createdAt} />
      </Fact>
      {status === 'sent' && (
        <Fact name={t('mails.sentAt')}>
          <Time value={sentAt} />
        </Fact>
      )}
      {status === 'waiting' && (
        <Fact name={t('mails.dueAt')}>
          <Time value={dueAt} />
        </Fact>
      )}
      {attempts > 0 && <Fact name={t('mails.attempts')}>{attempts}</Fact>}
      {lastError !== null && (
        <Fact name={t('mails.lastError')}>
          <span className="ui-danger">{lastError}</span>
        </Fact>
      )}
    </Facts>
  );
}

function MailText({ text, language }: { text: string; language: string }) {
  return (
    <pre className="code-block mail-text" lang={language}>
      {partsOf(text).map(({ text: part, isLink, at }) =>
        isLink ? (
          <a key={at} href={part} rel="noreferrer">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </pre>
  );
}
