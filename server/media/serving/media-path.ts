import { FileId } from '#contract/files.ts';
import { parseVariantSize, RAW } from '#contract/image-variants.ts';
import { ServiceId } from '#contract/services.ts';
import { PostSlug } from '#contract/slugs.ts';
import { splitKey } from '../media-keys.ts';

export type MediaPath =
  | { readonly kind: 'post'; readonly key: string }
  | { readonly kind: 'noimage' }
  | {
      readonly kind: 'image';
      readonly serviceId: string;
      readonly fileId: string;
      readonly size: string;
      readonly extension: string;
    }
  | { readonly kind: 'doc'; readonly serviceId: string; readonly fileId: string; readonly extension: string };

const NO_IMAGE = 'assets/img/noimage.jpg';

export function readMediaPath(path: string): MediaPath | undefined {
  if (path === NO_IMAGE) return { kind: 'noimage' };
  const [first = '', second = '', third = '', fourth, ...rest] = path.split('/');
  if (rest.length > 0) return undefined;
  if (fourth !== undefined) return second === 'images' ? readImage(first, third, fourth) : undefined;
  return (
    (second === 'docs' && readDoc(first, third)) || (first === 'posts' ? readPost(path, second, third) : undefined)
  );
}

export type MediaObject = MediaPath & { readonly version: number };

export function readMediaKey(key: string): MediaObject | undefined {
  const whole = readMediaPath(key);
  if (whole) return { ...whole, version: 1 };
  const { path, version } = splitKey(key);
  const file = version === 1 ? undefined : readMediaPath(path);
  return file?.kind === 'image' || file?.kind === 'doc' ? { ...file, version } : undefined;
}

function readImage(serviceId: string, fileId: string, name: string): MediaPath | undefined {
  const [, size = '', extension = ''] = /^([0-9a-z]+)\.([0-9a-z]+)$/.exec(name) ?? [];
  const isSize = size === RAW || parseVariantSize(size) !== undefined;
  return isSize && isFile(serviceId, fileId) ? { kind: 'image', serviceId, fileId, size, extension } : undefined;
}

function readDoc(serviceId: string, name: string): MediaPath | undefined {
  const [, fileId = '', extension = ''] = /^([0-9a-z]+)\.([0-9a-z]+)$/.exec(name) ?? [];
  return isFile(serviceId, fileId) ? { kind: 'doc', serviceId, fileId, extension } : undefined;
}

function readPost(key: string, serviceId: string, name: string): MediaPath | undefined {
  const slug = /^(.*)\.json$/.exec(name)?.[1];
  const isOfPost = ServiceId.safeParse(serviceId).success && PostSlug.safeParse(slug).success;
  return isOfPost ? { kind: 'post', key } : undefined;
}

function isFile(serviceId: string, fileId: string): boolean {
  return ServiceId.safeParse(serviceId).success && FileId.safeParse(fileId).success;
}
