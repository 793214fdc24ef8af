import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { IMPORT_ACTOR } from '#contract/account.ts';
import type { FileRow } from '../database/media-tables.ts';
import { mediaAddressOf, originalKey, toNewFile } from '../media/index.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';

const FOLDER = join(import.meta.dirname, 'images');
const WIDTH = 1200;
const HEIGHT = 675;

const PICTURES = {
  'press.png': {
    slug: 'what-kawaraban-is',
    altEn: 'A printing block, a fresh sheet and a red seal',
    altJa: '版木と刷りたての紙、赤い印',
  },
  'writing.png': {
    slug: 'writing-a-post',
    altEn: 'A brush, an ink stone and a sheet with lines of text',
    altJa: '筆と硯と、文字の並んだ紙',
  },
  'schedule.png': {
    slug: 'scheduling',
    altEn: 'A clock tower at night. The clock shows ten past ten.',
    altJa: '夜の時計台。針は10時10分を指している',
  },
  'api.png': {
    slug: 'reading-by-api',
    altEn: 'A sheet of paper between curly brackets',
    altJa: '波括弧で囲まれた一枚の紙',
  },
  'running.png': {
    slug: 'running-in-production',
    altEn: 'A lighthouse above the sea at dusk',
    altJa: '夕暮れの海と灯台',
  },
  'type.png': {
    slug: 'type-specimen',
    altEn: 'Type blocks with the letters A and あ',
    altJa: '「A」と「あ」の活字',
  },
} as const;

export interface StarterPicture {
  readonly name: string;
  readonly slug: string;
  readonly row: FileRow;
  readonly key: string;
  readonly address: string;
  readonly bytes: Uint8Array;
}

export async function readStarterPictures(
  serviceId: string,
  { clock, mediaUrl }: { readonly clock: Clock; readonly mediaUrl: string },
): Promise<StarterPicture[]> {
  return Promise.all(
    Object.entries(PICTURES).map(async ([name, { slug, altEn, altJa }]) => {
      const bytes = await readFile(join(FOLDER, name));
      const now = clock.now();
      const row: FileRow = {
        ...toNewFile({
          fileId: newId(now),
          serviceId,
          fileType: 'image',
          mimeType: 'image/png',
          name,
          size: bytes.length,
          createdAt: toInstant(now),
          createdBy: IMPORT_ACTOR,
        }),
        uploadedAt: toInstant(now),
        digest: createHash('sha256').update(bytes).digest('hex'),
        width: WIDTH,
        height: HEIGHT,
        altEn,
        altJa,
      };
      return { name, slug, row, key: originalKey(row), address: mediaAddressOf(row, mediaUrl), bytes };
    }),
  );
}
