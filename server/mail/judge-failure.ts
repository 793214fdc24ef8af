import type { NodemailerError } from 'nodemailer';

export interface Judgement {
  readonly reason: string;
  /** True when a retry of this mail is useless. */
  readonly isFinal: boolean;
  /** True when other mails would fail, too. */
  readonly isOutage: boolean;
}

/** SMTP commands whose failure concerns a single mail; other failures concern the server or the connection. */
const ABOUT_THE_MAIL = new Set(['RCPT TO', 'DATA']);
/** Authentication errors (RFC 4954, 6). */
const ASKS_FOR_PASSWORD = /^53\d$/;
const MAX_REASON = 500;

/** Classifies a failure: rejected mail, unavailable server, or rejected credentials. */
export function judgeFailure(error: unknown): Judgement {
  const { command = '', responseCode, permanent, message } = error as NodemailerError;
  const isAboutTheMail = ABOUT_THE_MAIL.has(command) && !ASKS_FOR_PASSWORD.test(String(responseCode));
  return {
    reason: plain(message || String(error)),
    isFinal: isAboutTheMail && permanent === true,
    isOutage: !isAboutTheMail,
  };
}

function plain(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAX_REASON)
    .toWellFormed();
}
