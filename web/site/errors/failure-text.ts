import type { ParseKeys, TFunction } from 'i18next';
import type { NavigationFailure } from './navigation-failure.ts';

/** What is said of a failure: the text for the server's own word if there is one, else that for its kind. */
export function failureText(
  { status, message }: NavigationFailure,
  t: TFunction,
  exists: (key: string) => boolean,
): string {
  if (status === 0) return t('failure.noAnswer');
  // A word with a stop or a colon in it would be taken for a way through the catalogue.
  const isPlain = message !== undefined && /^[\w ]+$/.test(message);
  if (isPlain && exists(`msg.${message}`)) return t(`msg.${message}` as ParseKeys);
  return t(status === 400 ? 'failure.invalid' : 'failure.unexpected');
}
