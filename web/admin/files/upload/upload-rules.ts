import type { FileType } from '#contract/files.ts';
import { extensionOf, isKeepable } from '#contract/media-types.ts';
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
  return (fileType === 'image' ? images : documents).filter((type) => isKeepable(fileType, type));
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
