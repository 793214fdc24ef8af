import { asUrl, type ReadVariable } from './variables.ts';

export interface RecaptchaConfig {
  readonly siteKey: string;
  readonly secretKey: string;
  /** Base URL of `api.js` and `api/siteverify`. */
  readonly url: string;
}

const GOOGLE = 'https://www.google.com/recaptcha';

const asKey = (text: string) => (/^[\w-]{1,200}$/.test(text) ? text : undefined);

export function readRecaptcha(read: ReadVariable, problems: string[]): RecaptchaConfig | undefined {
  const readKey = (name: string) =>
    read({ name, expected: 'a key of reCAPTCHA v3', fallback: undefined, parse: asKey });
  const siteKey = readKey('RECAPTCHA_SITE_KEY');
  const secretKey = readKey('RECAPTCHA_SECRET_KEY');
  const url = read({ name: 'RECAPTCHA_URL', expected: 'an http or https address', fallback: GOOGLE, parse: asUrl });
  if (siteKey && secretKey) return { siteKey, secretKey, url };
  if ((siteKey || secretKey) && problems.length === 0) {
    problems.push('RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET_KEY belong together: set both of them, or neither.');
  }
  return undefined;
}

export function recaptchaSources(recaptcha: RecaptchaConfig | undefined): string[] {
  if (!recaptcha) return [];
  const more =
    recaptcha.url === GOOGLE ? ['https://www.gstatic.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'] : [];
  return [`${recaptcha.url}/`, ...more];
}
