import { RAW } from '#contract/image-variants.ts';
import { extensionOf } from '#contract/media-types.ts';
import type { FileRow } from '../database/media-tables.ts';

/** Objects that readers never get: uploads that nobody has looked at yet. No service id begins like this. */
export const PRIVATE_PREFIX = '_private/';

export function uploadKey(uploadId: string): string {
  return `${PRIVATE_PREFIX}uploads/${uploadId}`;
}

type Addressed = Pick<FileRow, 'serviceId' | 'fileType' | 'fileId' | 'mimeType'>;
type Versioned<File> = File & Pick<FileRow, 'version'>;
type Picture = Pick<FileRow, 'serviceId' | 'fileId'>;

/** Where the original of a file is in the storage. No two versions share a key. */
export function originalKey(file: Versioned<Addressed>): string {
  return withVersion(originalPath(file), file.version);
}

/** Where a size of a picture is in the storage, in the ending of a format. */
export function variantKey(file: Versioned<Picture>, size: string, extension: string): string {
  return withVersion(variantPath(file, size, extension), file.version);
}

/** The path of an original below the media address, whatever its version. */
export function originalPath({ serviceId, fileType, fileId, mimeType }: Addressed): string {
  const extension = extensionOf(mimeType);
  return fileType === 'image'
    ? `${serviceId}/images/${fileId}/${RAW}.${extension}`
    : `${serviceId}/docs/${fileId}.${extension}`;
}

/** The path of a size of a picture below the media address. */
export function variantPath(file: Picture, size: string, extension: string): string {
  return `${imagePrefix(file)}${size}.${extension}`;
}

/** Every size of a picture in every version is below this, the originals among them. */
export function imagePrefix({ serviceId, fileId }: Picture): string {
  return `${serviceId}/images/${fileId}/`;
}

/** From the second version on it stands before the ending. */
function withVersion(path: string, version: number): string {
  return version === 1 ? path : path.replace(/\.[^.]+$/, (ending) => `.v${version}${ending}`);
}

const KEY = /^(?<start>.+)\.v(?<version>[1-9][0-9]{0,9})(?<ending>\.[0-9a-z]+)$/;

/** The path and the version that a key of the storage is made of. */
export function splitKey(key: string): { readonly path: string; readonly version: number } {
  const { start, version, ending } = KEY.exec(key)?.groups ?? {};
  return version === undefined || version === '1'
    ? { path: key, version: 1 }
    : { path: `${start}${ending}`, version: Number(version) };
}
