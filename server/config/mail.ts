import addressparser from 'nodemailer/lib/addressparser';
import { z } from 'zod';
import { isMailAddress } from '../mail/index.ts';
import type { ReadVariable } from './variables.ts';

export interface MailConfig {
  /** SMTP URL including the password; without one mails are written to the outbox folder. */
  readonly smtpUrl: string | undefined;
  readonly from: MailSender;
}

export interface MailSender {
  readonly name: string | undefined;
  readonly address: string;
}

export function readMail(read: ReadVariable, publicUrl: string | undefined): MailConfig {
  return {
    smtpUrl: read('SMTP_URL', {
      expected: `\`smtp://user:password@host:587\` or \`smtps://…\`, with none but these options: ${OPTION_NAMES}`,
      fallback: undefined,
      parse: asSmtpUrl,
    }),
    from: read('MAIL_FROM', {
      expected: 'an email address or `Name <address>`',
      fallback: { name: undefined, address: `kawaraban@${domainOf(publicUrl)}` },
      parse: asSender,
    }),
  };
}

const yesOrNo = z.enum(['true', 'false']).optional();
/** Bounded, because the claim of a mail being sent expires. */
const milliseconds = z.coerce.number<string>().int().min(100).max(30_000).optional();
const upTo = (max: number) => z.coerce.number<string>().int().min(1).max(max).optional();
const word = z
  .string()
  .regex(/^[\w.:-]*[A-Za-z][\w.:-]*$/)
  .max(253)
  .optional();

/** Safe transport options; others, such as logging, would reveal mail contents. */
const SmtpOptions = z.strictObject({
  requireTLS: yesOrNo,
  ignoreTLS: yesOrNo,
  'tls.rejectUnauthorized': yesOrNo,
  'tls.servername': word,
  'tls.ca': z.string().startsWith('-----BEGIN CERTIFICATE-----').max(20_000).optional(),
  'tls.minVersion': z.enum(['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3']).optional(),
  name: word,
  authMethod: z.enum(['PLAIN', 'LOGIN', 'CRAM-MD5']).optional(),
  connectionTimeout: milliseconds,
  greetingTimeout: milliseconds,
  socketTimeout: milliseconds,
  maxConnections: upTo(20),
  maxMessages: upTo(10_000),
  rateLimit: upTo(10_000),
  rateDelta: upTo(3_600_000),
});
const OPTION_NAMES = Object.keys(SmtpOptions.shape).join(', ');

function asSmtpUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') return undefined;
  if (!['', '/'].includes(url.pathname) || url.hash !== '' || url.port === '0') return undefined;
  const options = [...url.searchParams];
  const isDistinct = new Set(options.map(([name]) => name)).size === options.length;
  return isDistinct && SmtpOptions.safeParse(Object.fromEntries(options)).success ? text : undefined;
}

const MAX_NAME = 100;

function asSender(text: string): MailSender | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: rejects control characters
  if (/[\u0000-\u001f\u007f]/.test(text)) return undefined;
  const [sender, ...more] = addressparser(text);
  if (more.length > 0 || sender?.address === undefined || !isMailAddress(sender.address)) return undefined;
  if (sender.name.length > MAX_NAME) return undefined;
  return { name: sender.name || undefined, address: sender.address };
}

/** IP addresses have no sender domain. */
function domainOf(publicUrl: string | undefined): string {
  const host = publicUrl === undefined ? '' : new URL(publicUrl).hostname.replace(/^www\./, '');
  return /[a-z]/.test(host) && !host.startsWith('[') ? host : 'localhost';
}
