import type { Config } from '../config.ts';
import type { Database } from '../database/connect.ts';
import { createMailer, type MailDelivery, type Mailer, openMailTransport, startMailDelivery } from '../mail/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Vault } from '../platform/vault.ts';

export interface MailTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: Vault;
}

/** Only queues mails; a running server delivers them. */
export function installationMailer(
  { publicUrl, port, site, mail }: Config,
  tools: MailTools & { onQueued?: () => void; onFull?: () => void },
): Mailer {
  return createMailer({
    ...tools,
    site: { name: site.siteName, url: publicUrl ?? `http://localhost:${port}` },
    isOutboxOnly: mail.smtpUrl === undefined,
  });
}

/** Start the delivery after the secret has been verified, because it decrypts mails. */
export function openMail(
  config: Config,
  tools: MailTools & { log: Log },
): { mailer: Mailer; startDelivery: () => MailDelivery } {
  const { mail, site, dataDir } = config;
  const { log } = tools;
  const mailTransport = openMailTransport({ ...mail, siteName: site.siteName, dataDir, log });
  let delivery: MailDelivery | undefined;
  const mailer = installationMailer(config, {
    ...tools,
    onQueued: () => delivery?.wake(),
    onFull: () => log.warn('mail dropped, queue full'),
  });
  return {
    mailer,
    startDelivery: () => {
      delivery = startMailDelivery({ ...tools, mailTransport });
      return delivery;
    },
  };
}
