import type { FileRow } from '../database/media-tables.ts';

const MAX_IDS = 1000;

/** JSON may escape slashes. */
const SLASH = String.raw`\\?/`;

/** Matches `/news/images/{fileId}/800x800.jpg` and `/news/docs/{fileId}.pdf`, under any origin. At most 1000. */
export function fileIdsIn(text: string, serviceId: string): string[] {
  const folder = `${SLASH}${serviceId.replace(/[^0-9a-z]/gi, String.raw`\$&`)}${SLASH}(?:images|docs)${SLASH}`;
  const ids = new Set<string>();
  for (const [, fileId = ''] of text.matchAll(new RegExp(`${folder}([0-9a-z]{26})(?![0-9a-z])`, 'g'))) {
    ids.add(fileId);
    if (ids.size === MAX_IDS) break;
  }
  return [...ids];
}

/** Keeps index entries within their limit: NFKC can expand one Arabic ligature to 18 letters. */
const MAX_LENGTH = 600;

export function toNameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().slice(0, MAX_LENGTH).toWellFormed();
}

type Announced = Pick<
  FileRow,
  'fileId' | 'serviceId' | 'fileType' | 'mimeType' | 'name' | 'size' | 'createdAt' | 'createdBy'
>;

export function toNewFile(announced: Announced): FileRow {
  return {
    ...announced,
    nameKey: toNameKey(announced.name),
    status: 'reserved',
    updatedAt: null,
    uploadedAt: null,
    removedAt: null,
    digest: null,
    charset: null,
    placeholder: null,
    width: null,
    height: null,
    isAnimated: 0,
    version: 1,
    isKept: 0,
    isWithdrawn: 0,
    altEn: '',
    altJa: '',
    captionEn: '',
    captionJa: '',
  };
}
