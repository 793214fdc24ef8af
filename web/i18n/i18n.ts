import { createInstance, type i18n } from 'i18next';
import { getI18n, initReactI18next } from 'react-i18next';
import type { Language } from '#contract/site-config.ts';
import type accountEn from './account/en.json';
import type commentsEn from './comments/en.json';
import type en from './en.json';
import { defaultLanguage, isLanguage } from './language.ts';

type Catalogue = typeof en;
type AccountCatalogue = typeof accountEn;
type CommentsCatalogue = typeof commentsEn;

const catalogues: Record<Language, () => Promise<Catalogue>> = {
  en: async () => (await import('./en.json')).default,
  ja: async () => (await import('./ja.json')).default,
};

const consoleCatalogues: Record<Language, () => Promise<object>> = {
  en: async () => (await import('./console/en.json?first')).default,
  ja: async () => (await import('./console/ja.json?first')).default,
};

const accountCatalogues: Record<Language, () => Promise<AccountCatalogue>> = {
  en: async () => (await import('./account/en.json')).default,
  ja: async () => (await import('./account/ja.json')).default,
};

const commentsCatalogues: Record<Language, () => Promise<CommentsCatalogue>> = {
  en: async () => (await import('./comments/en.json')).default,
  ja: async () => (await import('./comments/ja.json')).default,
};

export interface Wanted {
  readonly withConsole?: boolean;
  readonly withAccount?: boolean;
  readonly withComments?: boolean;
}

export async function createI18n(
  language: Language,
  { withConsole = false, withAccount = false, withComments = false }: Wanted = {},
): Promise<i18n> {
  const [translation, console, account, comments] = await Promise.all([
    catalogues[language](),
    withConsole ? consoleCatalogues[language]() : {},
    withAccount ? accountCatalogues[language]() : undefined,
    withComments ? commentsCatalogues[language]() : undefined,
  ]);
  const instance = createInstance();
  await instance.use(initReactI18next).init({
    lng: language,
    resources: { [language]: { translation, console, ...(account && { account }), ...(comments && { comments }) } },
    interpolation: { escapeValue: false },
    returnNull: false,
    showSupportNotice: false,
  } as Parameters<i18n['init']>[0]);
  return instance;
}

const loading = new WeakMap<i18n, Promise<void>>();

export function hasAccountTexts(translator: i18n): boolean {
  return translator.hasResourceBundle(translator.language, 'account');
}

/** Loads once per translator, for navigation from a page without these texts. A failed load can be retried. */
export function loadAccountTexts(translator: i18n): Promise<void> {
  const known = loading.get(translator) ?? fetchAccountTexts(translator);
  loading.set(translator, known);
  known.catch(() => loading.delete(translator));
  return known;
}

async function fetchAccountTexts(translator: i18n): Promise<void> {
  const { language } = translator;
  const catalogue = accountCatalogues[isLanguage(language) ? language : defaultLanguage];
  translator.addResourceBundle(language, 'account', await catalogue());
}

export async function loadCommentsTexts(): Promise<void> {
  const translator = getI18n();
  const language = isLanguage(translator.language) ? translator.language : defaultLanguage;
  translator.addResourceBundle(language, 'comments', await commentsCatalogues[language]());
  // The language may have changed while the texts were loading.
  if (translator.language !== language) await loadCommentsTexts();
}

export async function speak(translator: i18n, language: Language): Promise<void> {
  const [translation, account, comments] = await Promise.all([
    catalogues[language](),
    hasAccountTexts(translator) ? accountCatalogues[language]() : undefined,
    translator.hasResourceBundle(translator.language, 'comments') ? commentsCatalogues[language]() : undefined,
  ]);
  translator.addResourceBundle(language, 'translation', translation);
  if (account) translator.addResourceBundle(language, 'account', account);
  if (comments) translator.addResourceBundle(language, 'comments', comments);
  await translator.changeLanguage(language);
}
