import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

/**
 * Console texts needed from sign-in to the dashboard, and by loading states of any screen: sections, or `section.part`.
 * The other texts load with the first screen opened from there.
 */
const FIRST_TEXTS: readonly string[] = [
  'console',
  'frame',
  'palette.open',
  'palette.find',
  'shortcuts',
  'page',
  'action',
  'role',
  'confirm',
  'draft',
  'done',
  'failure',
  'empty',
  'signIn',
  'rule',
  'limit',
  'top',
  'overview',
  'function',
  'qr.title',
  'qr.code',
  'qr.files',
  'qr.newTab',
  'qr.tooLong',
  'posts.heading',
  'posts.status',
  'posts.copyFailed',
  'posts.goesLive',
  'files.heading',
  'contents.heading',
  'bin.heading',
  'categories.heading',
  'groups.heading',
  'history.heading',
  'moderation.heading',
  'tags.heading',
  'translations.title',
  'msg',
];

type Texts = { readonly [name: string]: string | Texts };

export function firstOf(texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([section, content]) => {
      const isWhole = FIRST_TEXTS.includes(section);
      const parts = FIRST_TEXTS.filter((path) => path.startsWith(`${section}.`)).map((path) => path.split('.')[1]);
      if (isWhole || typeof content === 'string') return isWhole ? [[section, content]] : [];
      const some = Object.entries(content).filter(([name]) => parts.includes(name));
      return some.length > 0 ? [[section, Object.fromEntries(some)]] : [];
    }),
  );
}

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
