import type { SendMailOptions } from 'nodemailer';
import type { Message, Sender } from './carrier.ts';

/** A message in the words of nodemailer, which encodes whatever goes into a header. */
export function compose({ mailId, createdAt, recipient, language, subject, text, html }: Message, from: Sender) {
  return {
    from,
    to: { name: '', address: recipient },
    // Whatever an address looks like, the mail goes to that one and to nobody else.
    envelope: { from: from.address, to: [recipient] },
    subject,
    text,
    html,
    date: new Date(createdAt),
    // Always the same for a mail, so that one that was sent twice can be seen to be one.
    messageId: `<${mailId}@${from.address.split('@').at(-1)}>`,
    // RFC 3834: no answering machine answers.
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
    disableFileAccess: true,
    disableUrlAccess: true,
  } satisfies SendMailOptions;
}
