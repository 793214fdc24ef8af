import type { Config } from '#server/config.ts';
import { verifyMailServer } from '#server/mail/index.ts';
import { type Finding, fine, reasonOf, within, worthKnowing, wrong } from './finding.ts';

const ASK_MS = 10_000;

export async function lookAtMail({ mail: { smtpUrl } }: Config): Promise<Finding> {
  if (smtpUrl === undefined) {
    return worthKnowing(
      'There is no mail server: mails stay in the outbox in DATA_DIR, and nobody gets them.',
      'Set SMTP_URL and MAIL_FROM.',
    );
  }
  const { host } = new URL(smtpUrl);
  try {
    await within(2 * ASK_MS, verifyMailServer(smtpUrl, { waitMs: ASK_MS }));
    return fine(`The mail server at ${host} answers, and lets us in`);
  } catch (error) {
    return wrong(`The mail server at ${host} cannot be used: ${reasonOf(error)}.`, 'Check SMTP_URL.');
  }
}
