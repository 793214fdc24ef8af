import { createInstance, type i18n } from 'i18next';
import { getI18n, initReactI18next } from 'react-i18next';
import type { Language } from '#contract/site-config.ts';
import { defaultLanguage, isLanguage } from './language.ts';

type Namespace = 'translation' | 'console' | 'account' | 'comments';

const catalogues: Record<Namespace, Record<Language, () => Promise<{ readonly default: object }>>> = {
  translation: { en: () => import('./en.json'), ja: () => import('./ja.json') },
  console: { en: () => import('./console/en.json?first'), ja: () => import('./console/ja.json?first') },
  account: { en: () => import('./account/en.json'), ja: () => import('./account/ja.json') },
  comments: { en: () => import('./comments/en.json'), ja: () => import('./comments/ja.json') },
};

async function load(namespaces: readonly Namespace[], language: Language): Promise<(readonly [Namespace, object])[]> {
  return Promise.all(namespaces.map(async (name) => [name, (await catalogues[name][language]()).default] as const));
}

interface Wanted {
  readonly withConsole?: boolean;
  readonly withAccount?: boolean;
  readonly withComments?: boolean;
}

export async function createI18n(
  language: Language,
  { withConsole = false, withAccount = false, withComments = false }: Wanted = {},
): Promise<i18n> {
  const wanted = { translation: true, console: withConsole, account: withAccount, comments: withComments };
  const texts = await load(
    namespacesOf((name) => wanted[name]),
    language,
  );
  const instance = createInstance();
  await instance.use(initReactI18next).init({
    lng: language,
    resources: { [language]: { console: {}, ...Object.fromEntries(texts) } },
    interpolation: { escapeValue: false },
    returnNull: false,
    showSupportNotice: false,
  } as Parameters<i18n['init']>[0]);
  return instance;
}

function namespacesOf(isWanted: (name: Namespace) => boolean): Namespace[] {
  return (['translation', 'console', 'account', 'comments'] as const).filter(isWanted);
}

const loading = new WeakMap<i18n, Promise<void>>();

export function hasAccountTexts(translator: i18n): boolean {
  return translator.hasResourceBundle(translator.language, 'account');
}

/** Loads once per translator, for navigation from a page without these texts. A failed load can be retried. */
export function loadAccountTexts(translator: i18n): Promise<void> {
  const known = loading.get(translator) ?? addTexts(translator, ['account'], languageOf(translator));
  loading.set(translator, known);
  known.catch(() => loading.delete(translator));
  return known;
}

export async function loadCommentsTexts(): Promise<void> {
  const translator = getI18n();
  const language = languageOf(translator);
  await addTexts(translator, ['comments'], language);
  // The language may have changed while the texts were loading.
  if (translator.language !== language) await loadCommentsTexts();
}

export async function changeLanguage(translator: i18n, language: Language): Promise<void> {
  const isShown = (name: Namespace) => name !== 'console' && translator.hasResourceBundle(translator.language, name);
  await addTexts(translator, namespacesOf(isShown), language);
  await translator.changeLanguage(language);
}

async function addTexts(translator: i18n, namespaces: readonly Namespace[], language: Language): Promise<void> {
  for (const [name, texts] of await load(namespaces, language)) translator.addResourceBundle(language, name, texts);
}

function languageOf({ language }: i18n): Language {
  return isLanguage(language) ? language : defaultLanguage;
}
