import type { NodemailerError } from 'nodemailer';

/** What an attempt that came to nothing means. */
export interface Judgement {
  /** With the mail server's own words, where it has said something. */
  readonly reason: string;
  /** Whether trying the same mail again is of no use. */
  readonly isFinal: boolean;
  /** Whether the next mail would fare no better. */
  readonly isOutage: boolean;
}

/** Commands that are about one mail; whatever goes wrong at another is about the way to the server, or about us. */
const ABOUT_THE_MAIL = new Set(['RCPT TO', 'DATA']);
/** RFC 4954: 530 to 538 ask for a password, or for another one. */
const ASKS_FOR_PASSWORD = /^53\d$/;
const MAX_REASON = 500;

/** Tells a mail that was refused from a server that is away, or that does not let us in. */
export function judgeFailure(error: unknown): Judgement {
  const { command = '', responseCode, permanent, message } = error as NodemailerError;
  const isAboutTheMail = ABOUT_THE_MAIL.has(command) && !ASKS_FOR_PASSWORD.test(String(responseCode));
  return {
    reason: plain(message || String(error)),
    isFinal: isAboutTheMail && permanent === true,
    isOutage: !isAboutTheMail,
  };
}

/** What a server says may hold anything. */
function plain(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAX_REASON)
    .toWellFormed();
}
