import type { ParseKeys, TFunction } from 'i18next';
import type { NavigationFailure } from './navigation-failure.ts';

export function failureText(
  { status, message }: NavigationFailure,
  t: TFunction,
  exists: (key: string) => boolean,
): string {
  if (status === 0) return t('failure.noAnswer');
  // i18next would read dots and colons in a message as key and namespace separators.
  const isPlain = message !== undefined && /^[\w ]+$/.test(message);
  if (isPlain && exists(`msg.${message}`)) return t(`msg.${message}` as ParseKeys);
  return t(status === 400 ? 'failure.invalid' : 'failure.unexpected');
}
