import { join, resolve } from 'node:path';
import type { StorageTarget } from '../storage/index.ts';
import { asBoolean, asUrl, type ReadVariable } from './variables.ts';

export const STORAGE_FORMS =
  '`file:path/to/folder` or `s3://bucket/prefix?region=…&endpoint=…&pathStyle=true`, without keys or passwords';

export function readStorage(read: ReadVariable, { dataDir, root }: { dataDir: string; root: string }): StorageTarget {
  return read<StorageTarget>('STORAGE_URL', {
    expected: STORAGE_FORMS,
    fallback: { kind: 'disk', folder: join(dataDir, 'media') },
    parse: (text) => asStorage(text, root),
  });
}

export function asStorage(text: string, root: string): StorageTarget | undefined {
  if (text.startsWith('s3:')) return asBucket(text);
  // Accepts `file:media`, `file:/var/media` and `file:///var/media`, but no host as in `file://media/x`.
  const path = /^file:(?:\/\/(?=\/))?(?!\/\/)(.+)$/.exec(text)?.[1];
  return path === undefined ? undefined : { kind: 'disk', folder: resolve(root, path) };
}

const BUCKET = /^[a-zA-Z0-9][a-zA-Z0-9._-]{1,61}[a-zA-Z0-9]$/;
/** Leaves enough of the 1,024 characters of an S3 key. */
const PREFIX = /^(?:[0-9a-zA-Z_-][0-9a-zA-Z_.-]{0,99}\/){0,5}$/;
const REGION = /^[a-z0-9-]{1,50}$/;
const OPTIONS: ReadonlySet<string> = new Set(['region', 'endpoint', 'pathStyle']);

function asBucket(text: string): StorageTarget | undefined {
  // Credentials are read from the AWS environment only.
  if (!text.startsWith('s3://') || !URL.canParse(text)) return undefined;
  const { username, password, port, hash, hostname: bucket, pathname, searchParams } = new URL(text);
  if (username || password || port || hash || !BUCKET.test(bucket)) return undefined;
  const prefix = pathname.slice(1).replace(/([^/])$/, '$1/');
  const options = asOptions(searchParams);
  return options && PREFIX.test(prefix) ? { kind: 's3', bucket, prefix, ...options } : undefined;
}

function asOptions(parameters: URLSearchParams) {
  const names = [...parameters.keys()];
  if (names.some((name) => !OPTIONS.has(name)) || new Set(names).size < names.length) return undefined;
  const region = parameters.get('region') ?? undefined;
  const endpointText = parameters.get('endpoint') ?? undefined;
  const pathStyle = parameters.get('pathStyle') ?? 'false';
  const endpoint = endpointText === undefined ? undefined : asEndpoint(endpointText);
  const isPathStyle = asBoolean(pathStyle);
  const isWrong = (region !== undefined && !REGION.test(region)) || (endpointText !== undefined && !endpoint);
  if (isWrong || isPathStyle === undefined) return undefined;
  return { isPathStyle, ...(region !== undefined && { region }), ...(endpoint !== undefined && { endpoint }) };
}

function asEndpoint(text: string): string | undefined {
  const url = asUrl(text);
  const isPlain = url !== undefined && new URL(text).username === '' && new URL(text).password === '';
  return isPlain ? url : undefined;
}
