import type { i18n } from 'i18next';
import type { Language } from '#contract/site-config.ts';
import { defaultLanguage, isLanguage } from '../../i18n/language.ts';

const catalogues = {
  en: () => import('../../i18n/console/en.json'),
  ja: () => import('../../i18n/console/ja.json'),
} as const satisfies Record<Language, unknown>;

/** Languages whose complete texts each translator has loaded. */
const whole = new WeakMap<i18n, Set<Language>>();

export async function loadConsoleTexts(translator: i18n, language = languageOf(translator)): Promise<void> {
  const known = whole.get(translator) ?? new Set();
  if (known.has(language)) return;
  const { default: catalogue } = await catalogues[language]();
  translator.addResourceBundle(language, 'console', catalogue);
  whole.set(translator, known.add(language));
}

function languageOf({ language }: i18n): Language {
  return isLanguage(language) ? language : defaultLanguage;
}

/** Matches the screens that the initial texts cover. */
export function isFirstScreen(pathname: string): boolean {
  return /^\/admin(?:\/(?:signin|signout))?\/?$/.test(pathname);
}
