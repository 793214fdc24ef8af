import { join } from 'node:path';
import type { Log } from '../platform/log.ts';
import type { Carrier } from './carrier.ts';
import { outboxCarrier } from './outbox-carrier.ts';
import { smtpCarrier } from './smtp-carrier.ts';

export interface CarrierOptions {
  readonly smtpUrl: string | undefined;
  readonly from: { readonly name: string | undefined; readonly address: string };
  readonly siteName: string;
  readonly dataDir: string;
  readonly log: Log;
}

export function openCarrier({ smtpUrl, from, siteName, dataDir, log }: CarrierOptions): Carrier {
  const sender = { name: from.name ?? siteName, address: from.address };
  return smtpUrl === undefined
    ? outboxCarrier({ folder: join(dataDir, 'outbox'), from: sender, log })
    : smtpCarrier({ url: smtpUrl, from: sender });
}
