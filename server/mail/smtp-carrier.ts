import { createTransport } from 'nodemailer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import type { SMTPPoolOptions } from 'nodemailer/lib/smtp-pool';
import type { Carrier, Sender } from './carrier.ts';
import { compose } from './compose.ts';

/** Total time per mail, against servers that respond slowly enough to avoid the other timeouts. */
const SEND_LIMIT_MS = 90_000;
const MAX_CONNECTIONS = 3;

const DEFAULTS: SMTPPoolOptions = {
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  socketTimeout: 20_000,
  dnsTimeout: 10_000,
  // Reusing a connection that the server has closed would fail an attempt.
  idleTimeout: 5000,
  maxConnections: MAX_CONNECTIONS,
};

/** Sends mails by SMTP, with TLS when offered and verified certificates unless the URL disables that. */
export function smtpCarrier({ url, from }: { url: string; from: Sender }): Carrier {
  const options = optionsOf(url);
  // The queue retries; a retry of the pool could send a mail twice.
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

/**
 * Connects and authenticates without sending a mail.
 * @throws the error of the mail server
 */
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
  // Security: prevents STARTTLS stripping, which would expose the password.
  return options.auth && !isOpen && !isLoopback(options.host) ? { ...options, requireTLS: true } : options;
}

function isLoopback(host: string | undefined): boolean {
  return /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host ?? '');
}
