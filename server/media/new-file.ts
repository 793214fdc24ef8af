import type { FileRow } from '../database/media-tables.ts';

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
    revision: 1,
  };
}
