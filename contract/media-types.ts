import type { FileType } from './files.ts';

/** File extensions of media URLs by MIME type; all other types use `bin`. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/json': 'json',
  'application/msword': 'doc',
  'application/pdf': 'pdf',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.ms-powerpoint': 'ppt',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/zip': 'zip',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'image/avif': 'avif',
  'image/gif': 'gif',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/webp': 'webp',
  'text/csv': 'csv',
  'text/html': 'html',
  'text/markdown': 'md',
  'text/plain': 'txt',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
};

export function extensionOf(mimeType: string): string {
  return (Object.hasOwn(EXTENSIONS, mimeType) ? EXTENSIONS[mimeType] : undefined) ?? 'bin';
}

export function mimeTypeOf(extension: string): string {
  return Object.entries(EXTENSIONS).find(([, ending]) => ending === extension)?.[0] ?? 'application/octet-stream';
}

export const PICTURE_TYPES = ['image/png', 'image/gif', 'image/jpeg', 'image/webp', 'image/avif'] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];

export function isPictureType(mimeType: string): mimeType is PictureType {
  return PICTURE_TYPES.some((type) => type === mimeType);
}

/** Image types stored unchanged, because they carry no location or camera metadata. */
const TYPES_WITHOUT_METADATA: readonly string[] = [
  'image/svg+xml',
  'image/bmp',
  'image/x-icon',
  'image/vnd.microsoft.icon',
];

/**
 * Returns false for images whose metadata cannot be removed because the server cannot decode them, even when uploaded
 * as documents.
 */
export function isStorableType(kind: FileType, mimeType: string): boolean {
  if (isPictureType(mimeType)) return true;
  return kind === 'file' && (!mimeType.startsWith('image/') || TYPES_WITHOUT_METADATA.includes(mimeType));
}
