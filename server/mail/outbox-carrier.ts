import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Log } from '../platform/log.ts';
import type { Carrier, Message, Sender } from './carrier.ts';
import { compose } from './compose.ts';

export const MAX_OUTBOX = 1000;

/** Writes mails to a folder and logs codes, for development and setup. */
export function outboxCarrier({ folder, from, log }: { folder: string; from: Sender; log: Log }): Carrier {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    outcome: 'kept',
    width: 1,
    carry: async (message) => {
      const { message: bytes } = await transport.sendMail(compose(message, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, fileName(message));
      // Renaming makes the write atomic.
      await writeFile(`${file}.draft`, bytes as Buffer, { mode: 0o600 });
      await rename(`${file}.draft`, file);
      await removeOldest(folder);
      const { recipient, subject, code } = message;
      log.info({ recipient, subject, ...(code !== undefined && { code }), file }, 'mail written to outbox');
    },
    close: () => {},
  };
}

function fileName({ createdAt, mailId }: Message): string {
  return `${createdAt.replaceAll(/[-:]/g, '')}-${mailId}.eml`;
}

async function removeOldest(folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.eml')).toSorted();
  for (const name of files.slice(0, -MAX_OUTBOX)) await rm(join(folder, name), { force: true });
}
