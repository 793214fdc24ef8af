import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';
import { firstOf } from './i18n/first-console-texts.ts';

export const firstTexts: Plugin = {
  name: 'first-texts',
  enforce: 'pre',
  async load(id) {
    const [file = '', query] = id.split('?');
    if (query !== 'first') return undefined;
    const texts = firstOf(JSON.parse(await readFile(file, 'utf8')));
    return { code: `export default ${JSON.stringify(texts)}`, moduleType: 'js' };
  },
};
