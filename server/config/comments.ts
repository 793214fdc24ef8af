import { z } from 'zod';
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
    read(name, { expected: 'a key of reCAPTCHA v3', fallback: undefined, parse: asKey });
  const siteKey = readKey('RECAPTCHA_SITE_KEY');
  const secretKey = readKey('RECAPTCHA_SECRET_KEY');
  const url = read('RECAPTCHA_URL', {
    expected: 'an http or https URL without query and fragment',
    fallback: GOOGLE,
    parse: asUrl,
  });
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

const times = (usual: number) => z.int().min(1).max(100_000).default(usual);

const Limits = z.strictObject({
  windowMinutes: z.int().min(1).max(1440).default(10),
  /** Number of comments after which further ones are held for moderation. */
  heldAfter: z.strictObject({ reader: times(5), address: times(20) }).prefault({}),
  /** Number of comments after which further ones are rejected. */
  refusedAfter: z.strictObject({ reader: times(20), address: times(60) }).prefault({}),
  /**
   * Number of votes cast or withdrawn. `newReaders` limits the votes of unknown visitors from one address on one
   * content.
   */
  votes: z.strictObject({ reader: times(60), address: times(300), newReaders: times(20) }).prefault({}),
});

export const CommentChoices = z.strictObject({
  /** Minutes in which visitors may edit or delete their comment. */
  editMinutes: z.int().min(0).max(1440).default(10),
  /** Days in which a comment deleted by an editor can be restored. */
  binDays: z.int().min(1).max(3650).default(30),
  /** Days for which IP address and user agent of comments and votes are stored. */
  addressDays: z.int().min(1).max(90).default(90),
  /** Minimum seconds between opening and sending a form; faster submissions count as spam. */
  minSeconds: z.int().min(0).max(60).default(3),
  limits: Limits.prefault({}),
});
export type CommentChoices = z.output<typeof CommentChoices>;
