import type { Language } from './site-config.ts';

/** Cookie with the reader's chosen language, which takes precedence over Accept-Language. */
export const LANGUAGE_COOKIE = 'kawaraban-language';

const choiceIn = (name: string) => new RegExp(`(?:^|;)\\s*${name}=(en|ja)\\s*(?:;|$)`);
const SECURE_CHOICE = choiceIn(`__Host-${LANGUAGE_COOKIE}`);
/** Cookie of plain http, and on https of earlier versions. */
const PLAIN_CHOICE = choiceIn(LANGUAGE_COOKIE);

export function chosenLanguage(cookies: string | null | undefined): Language | undefined {
  const text = cookies ?? '';
  return (SECURE_CHOICE.exec(text) ?? PLAIN_CHOICE.exec(text))?.[1] as Language | undefined;
}
