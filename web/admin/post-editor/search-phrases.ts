import type { TFunction } from 'i18next';

/** Texts of the search panel of CodeMirror, by its English ones. */
export function searchPhrases(t: TFunction<'console'>): Readonly<Record<string, string>> {
  return {
    Find: t('posts.find.find'),
    Replace: t('posts.find.replacement'),
    next: t('posts.find.next'),
    previous: t('posts.find.previous'),
    all: t('posts.find.all'),
    'match case': t('posts.find.matchCase'),
    regexp: t('posts.find.regexp'),
    'by word': t('posts.find.byWord'),
    replace: t('posts.find.replace'),
    'replace all': t('posts.find.replaceAll'),
    close: t('action.close'),
    'current match': t('posts.find.current'),
    'on line': t('posts.find.onLine'),
    'replaced match on line $': t('posts.find.replacedOnLine'),
    'replaced $ matches': t('posts.find.replaced'),
    'Go to line': t('posts.find.line'),
    go: t('posts.find.go'),
  };
}
