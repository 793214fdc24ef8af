import type { SendMailOptions } from 'nodemailer';
import type { Message, Sender } from './carrier.ts';

export function compose({ mailId, createdAt, recipient, language, subject, text, html }: Message, from: Sender) {
  return {
    from,
    to: { name: '', address: recipient },
    // Security: fixes the recipient, however the address may be parsed.
    envelope: { from: from.address, to: [recipient] },
    subject,
    text,
    html,
    date: new Date(createdAt),
    // Stable, so that clients recognize a mail that was sent twice.
    messageId: `<${mailId}@${from.address.split('@').at(-1)}>`,
    // Suppresses automatic replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
    disableFileAccess: true,
    disableUrlAccess: true,
  } satisfies SendMailOptions;
}
