import { join, resolve } from 'node:path';
import type { ReadVariable } from './config-variables.ts';
import type { StorageTarget } from './storage/index.ts';

/** Where uploads and static files are kept; a folder below the data unless somebody says otherwise. */
export function readStorage(read: ReadVariable, { dataDir, root }: { dataDir: string; root: string }): StorageTarget {
  return read<StorageTarget>({
    name: 'STORAGE_URL',
    expected: '`file:path/to/folder`',
    fallback: { kind: 'disk', folder: join(dataDir, 'media') },
    parse: (text) => asStorage(text, root),
  });
}

function asStorage(text: string, root: string): StorageTarget | undefined {
  // `file:media`, `file:/var/media` and `file:///var/media`; a host, as in `file://media/x`, is none of them.
  const path = /^file:(?:\/\/(?=\/))?(?!\/\/)(.+)$/.exec(text)?.[1];
  return path === undefined ? undefined : { kind: 'disk', folder: resolve(root, path) };
}
