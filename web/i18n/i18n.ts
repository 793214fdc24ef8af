import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '#contract/site-config.ts';
import type consoleEn from './console/en.json';
import type en from './en.json';

type Catalogue = typeof en;
type ConsoleCatalogue = typeof consoleEn;

/** Both languages' own texts, each loaded only where it is spoken. */
const catalogues: Record<Language, () => Promise<Catalogue>> = {
  en: async () => (await import('./en.json')).default,
  ja: async () => (await import('./ja.json')).default,
};

/** The console's texts, which public pages do without. */
const consoleCatalogues: Record<Language, () => Promise<ConsoleCatalogue>> = {
  en: async () => (await import('./console/en.json')).default,
  ja: async () => (await import('./console/ja.json')).default,
};

/** A translator for one language. */
export async function createI18n(language: Language, { withConsole = false } = {}): Promise<i18n> {
  const [translation, console] = await Promise.all([
    catalogues[language](),
    withConsole ? consoleCatalogues[language]() : {},
  ]);
  const instance = createInstance();
  await instance.use(initReactI18next).init({
    lng: language,
    resources: { [language]: { translation, console } },
    // React escapes what it renders.
    interpolation: { escapeValue: false },
    returnNull: false,
    showSupportNotice: false,
  } as Parameters<i18n['init']>[0]);
  return instance;
}
