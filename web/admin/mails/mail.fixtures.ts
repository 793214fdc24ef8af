import type { MailSummary } from '#contract/mails.ts';

/** Times are at noon UTC, so that the date is the same in most time zones. */
export function mailSummary(mail: Partial<MailSummary> = {}): MailSummary {
  return {
    mailId: '01m8000000000000000000000a',
    recipient: 'ada@example.com',
    subject: 'Your invitation',
    language: 'en',
    status: 'kept',
    attempts: 0,
    dueAt: null,
    lastError: null,
    createdAt: '2026-11-01T12:00:00Z',
    sentAt: null,
    ...mail,
  };
}
