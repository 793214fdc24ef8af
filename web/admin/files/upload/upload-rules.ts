import type { FileType } from '#contract/files.ts';
import { extensionOf, isStorableType, mimeTypeOf } from '#contract/media-types.ts';
import type { ServiceConfigs } from '#contract/service-configs.ts';

export type UploadSettings = Pick<
  ServiceConfigs,
  | 'mediaUploadAcceptMimetypesImage'
  | 'mediaUploadAcceptMimetypesFile'
  | 'mediaUploadSizeLimitMBImage'
  | 'mediaUploadSizeLimitMBFile'
>;

export type InvalidUpload = 'required' | 'empty' | 'typeNotAccepted' | 'overMaxSize';

interface Picked {
  readonly name: string;
  readonly size: number;
  readonly mimeType: string;
}

const MEGABYTE = 1024 * 1024;

export function errorOf(file: Picked, fileType: FileType, settings: UploadSettings): InvalidUpload | undefined {
  if (file.name.trim() === '') return 'required';
  if (!acceptedTypes(fileType, settings).includes(file.mimeType)) return 'typeNotAccepted';
  if (file.size === 0) return 'empty';
  const max = maxMegabytes(fileType, settings);
  return max > 0 && file.size > max * MEGABYTE ? 'overMaxSize' : undefined;
}

/** Returns the types from the settings that the server still supports; old settings may contain others. */
export function acceptedTypes(fileType: FileType, settings: UploadSettings): readonly string[] {
  const { mediaUploadAcceptMimetypesImage: images, mediaUploadAcceptMimetypesFile: documents } = settings;
  return (fileType === 'image' ? images : documents).filter((type) => isStorableType(fileType, type));
}

export function maxMegabytes(fileType: FileType, settings: UploadSettings): number {
  return fileType === 'image' ? settings.mediaUploadSizeLimitMBImage : settings.mediaUploadSizeLimitMBFile;
}

export function typeName(mimeType: string): string {
  const ending = extensionOf(mimeType);
  return ending === 'bin' ? mimeType : ending;
}

export function typeNames(mimeTypes: readonly string[]): string {
  return [...new Set(mimeTypes.map(typeName))].join(', ');
}

const MAX_NAME = 128;

export function fittingName(name: string): string {
  const trimmed = name.trim().toWellFormed();
  if (trimmed.length <= MAX_NAME) return trimmed;
  const ending = /\.[0-9a-z]{1,10}$/i.exec(trimmed)?.[0] ?? '';
  const stem = trimmed.slice(0, MAX_NAME - ending.length).replace(/[\uD800-\uDBFF]$/, '');
  return `${stem}${ending}`;
}

/** Includes extensions, because some systems do not know the MIME types. */
export function acceptTypes(mimeTypes: readonly string[]): string {
  const endings = mimeTypes.map(extensionOf).filter((ending) => ending !== 'bin');
  return [...new Set([...mimeTypes, ...endings.map((ending) => `.${ending}`)])].join(',');
}

export function acceptOf(settings: UploadSettings, fileType?: FileType): string {
  const kinds = fileType === undefined ? (['image', 'file'] as const) : [fileType];
  return acceptTypes(kinds.flatMap((kind) => acceptedTypes(kind, settings)));
}

const UNKNOWN = 'application/octet-stream';

/** Prefers the extension: browsers do not recognize Markdown, and some report CSV as a spreadsheet. */
export function pickedMimeType({ name, type }: Pick<File, 'name' | 'type'>): string {
  const byName = mimeTypeOf(endingOf(name));
  if (byName !== UNKNOWN) return byName;
  const [byBrowser = ''] = type.toLowerCase().split(';');
  return byBrowser.trim() || UNKNOWN;
}

export function kindOf(mimeType: string, settings: UploadSettings): FileType {
  const isPicture = acceptedTypes('image', settings).includes(mimeType);
  const isDocument = acceptedTypes('file', settings).includes(mimeType);
  return isPicture || (mimeType.startsWith('image/') && !isDocument) ? 'image' : 'file';
}

export function endingOf(name: string): string {
  return /\.([0-9a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}
