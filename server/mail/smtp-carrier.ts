import { createTransport } from 'nodemailer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import type { SMTPPoolOptions } from 'nodemailer/lib/smtp-pool';
import type { Carrier, Sender } from './carrier.ts';
import { compose } from './compose.ts';

/** A server that answers a letter at a time runs into none of the other limits. */
const SEND_LIMIT_MS = 90_000;
const MAX_CONNECTIONS = 3;

const DEFAULTS: SMTPPoolOptions = {
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  socketTimeout: 20_000,
  dnsTimeout: 10_000,
  // Mails come now and then; a connection that the server has ended meanwhile would cost an attempt.
  idleTimeout: 5000,
  maxConnections: MAX_CONNECTIONS,
};

/** Hands mails to a mail server: TLS where it is offered, its certificate checked unless the address says otherwise. */
export function smtpCarrier({ url, from }: { url: string; from: Sender }): Carrier {
  const options = optionsOf(url);
  // The queue tries again; the pool's own second try could send a mail twice.
  const transport = createTransport({ ...DEFAULTS, ...options, pool: true, maxRequeues: 0 });
  return {
    outcome: 'sent',
    width: options.maxConnections ?? MAX_CONNECTIONS,
    carry: async (message) => {
      await transport.sendMail({ ...compose(message, from), signal: AbortSignal.timeout(SEND_LIMIT_MS) });
    },
    close: () => transport.transporter.close?.({ force: true }),
  };
}

/** Asks a mail server whether it would take mails from us, and sends none. @throws {Error} with what it says. */
export async function verifyMailServer(url: string, { waitMs }: { readonly waitMs: number }): Promise<void> {
  const waits = { connectionTimeout: waitMs, greetingTimeout: waitMs, socketTimeout: waitMs, dnsTimeout: waitMs };
  const transport = createTransport({ ...optionsOf(url), ...waits, pool: false });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

function optionsOf(url: string): SMTPPoolOptions {
  const options: SMTPPoolOptions = parseConnectionUrl(url);
  const isOpen = options.secure || options.requireTLS !== undefined || options.ignoreTLS !== undefined;
  // Otherwise whoever stands between could take the offer of TLS away, and read the password.
  return options.auth && !isOpen && !isLoopback(options.host) ? { ...options, requireTLS: true } : options;
}

function isLoopback(host: string | undefined): boolean {
  return /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host ?? '');
}
