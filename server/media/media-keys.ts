import { RAW } from '#contract/image-variants.ts';
import { extensionOf } from '#contract/media-types.ts';
import type { FileRow } from '../database/media-tables.ts';

/** No public path names these objects. Service ids cannot contain underscores. */
export const PRIVATE_PREFIX = '_private/';

export function uploadKey(uploadId: string): string {
  return `${PRIVATE_PREFIX}uploads/${uploadId}`;
}

type Addressed = Pick<FileRow, 'serviceId' | 'fileType' | 'fileId' | 'mimeType'>;
type Versioned<File> = File & Pick<FileRow, 'version'>;
type Picture = Pick<FileRow, 'serviceId' | 'fileId'>;

export function originalKey(file: Versioned<Addressed>): string {
  return withVersion(originalPath(file), file.version);
}

export function variantKey(file: Versioned<Picture>, size: string, extension: string): string {
  return withVersion(variantPath(file, size, extension), file.version);
}

export function originalPath({ serviceId, fileType, fileId, mimeType }: Addressed): string {
  const extension = extensionOf(mimeType);
  return fileType === 'image'
    ? `${serviceId}/images/${fileId}/${RAW}.${extension}`
    : `${serviceId}/docs/${fileId}.${extension}`;
}

export function variantPath(file: Picture, size: string, extension: string): string {
  return `${imagePrefix(file)}${size}.${extension}`;
}

export function imagePrefix({ serviceId, fileId }: Picture): string {
  return `${serviceId}/images/${fileId}/`;
}

function withVersion(path: string, version: number): string {
  return version === 1 ? path : path.replace(/\.[^.]+$/, (ending) => `.v${version}${ending}`);
}

const KEY = /^(?<start>.+)\.v(?<version>[1-9][0-9]{0,9})(?<ending>\.[0-9a-z]+)$/;

export function splitKey(key: string): { readonly path: string; readonly version: number } {
  const { start, version, ending } = KEY.exec(key)?.groups ?? {};
  return version === undefined || version === '1'
    ? { path: key, version: 1 }
    : { path: `${start}${ending}`, version: Number(version) };
}
