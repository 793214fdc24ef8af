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

/** Both languages' own texts, each loaded only where it is spoken. */
const catalogues: Record<Language, () => Promise<Catalogue>> = {
  en: async () => (await import('./en.json')).default,
  ja: async () => (await import('./ja.json')).default,
};

/** The texts of the console's first screens, which public pages do without; those of others come with them. */
const consoleCatalogues: Record<Language, () => Promise<object>> = {
  en: async () => (await import('./console/en.json?first')).default,
  ja: async () => (await import('./console/ja.json?first')).default,
};

/** The texts of sign-up, sign-in and settings, which pages to read do without. */
const accountCatalogues: Record<Language, () => Promise<AccountCatalogue>> = {
  en: async () => (await import('./account/en.json')).default,
  ja: async () => (await import('./account/ja.json')).default,
};

/** The texts of comments, which come with the comments, when somebody gets near them. */
const commentsCatalogues: Record<Language, () => Promise<CommentsCatalogue>> = {
  en: async () => (await import('./comments/en.json')).default,
  ja: async () => (await import('./comments/ja.json')).default,
};

export interface Wanted {
  readonly withConsole?: boolean;
  readonly withAccount?: boolean;
  readonly withComments?: boolean;
}

/** A translator for one language. */
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
    // React escapes what it renders.
    interpolation: { escapeValue: false },
    returnNull: false,
    showSupportNotice: false,
  } as Parameters<i18n['init']>[0]);
  return instance;
}

const loading = new WeakMap<i18n, Promise<void>>();

/** Whether the texts about the visitor's own account are there already. */
export function hasAccountTexts(translator: i18n): boolean {
  return translator.hasResourceBundle(translator.language, 'account');
}

/** Fetches the texts about the visitor's own account, once, for a page that was come to from one to read. */
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

/** Fetches the texts of comments for the page that is alive. */
export async function loadCommentsTexts(): Promise<void> {
  const translator = getI18n();
  const language = isLanguage(translator.language) ? translator.language : defaultLanguage;
  translator.addResourceBundle(language, 'comments', await commentsCatalogues[language]());
  // Somebody may have chosen the other language meanwhile.
  if (translator.language !== language) await loadCommentsTexts();
}

/** Has a page that is alive speak another language, as soon as all its texts are there. */
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
