import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { MailSummary } from '#contract/mails.ts';
import { mailDetailPath } from '../../paths/console.ts';
import { Time } from '../ui/facts.tsx';
import { MailStatus } from './mail-status.tsx';

export function MailTable({ mails }: { mails: readonly MailSummary[] }) {
  const { t } = useTranslation('console');
  return (
    <table className="record-table">
      <caption className="sr-only">{t('page.mails')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('mails.subject')}</th>
          <th scope="col" className="wide">
            {t('mails.recipient')}
          </th>
          <th scope="col" className="wide">
            {t('mails.status')}
          </th>
          <th scope="col" className="wide">
            {t('mails.attempts')}
          </th>
          <th scope="col" className="wide">
            {t('mails.createdAt')}
          </th>
        </tr>
      </thead>
      <tbody>
        {mails.map((mail) => (
          <MailRow key={mail.mailId} mail={mail} />
        ))}
      </tbody>
    </table>
  );
}

function MailRow({ mail }: { mail: MailSummary }) {
  const { mailId, recipient, subject, language, status, attempts, lastError, createdAt } = mail;
  return (
    <tr>
      <th scope="row">
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
          <MailStatus status={status} />
          <Time value={createdAt} isShort />
        </span>
      </th>
      <td className="wide">{recipient}</td>
      <td className="wide">
        <MailStatus status={status} />
      </td>
      <td className="wide number">{attempts}</td>
      <td className="wide record-time">
        <Time value={createdAt} isShort />
      </td>
    </tr>
  );
}
