import type { Plugin } from 'vite';

let written: Promise<void> | undefined;

/** Writes the generated types of the client before the first test that loads them. */
export const publicApi: Plugin = {
  name: 'public-api',
  enforce: 'pre',
  async resolveId(source) {
    if (!source.endsWith('/public-api.ts')) return;
    written ??= import('./write-public-api.ts').then(({ writePublicApi }) => writePublicApi());
    await written;
  },
};
