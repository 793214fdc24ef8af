import type { Language } from '#contract/site-config.ts';
import type { Mail, MailKind, MailSite, MailValues } from './mail.ts';
import { layOutHtml, layOutText, type MailParts } from './mail-layout.ts';
import en from './texts.en.json' with { type: 'json' };
import ja from './texts.ja.json' with { type: 'json' };

/** Dots inside host names, which mail clients turn into links. */
const DOT_OF_HOST = /(?<=[\p{L}\p{N}-])[.．](?=[\p{L}\p{N}-]*\p{L})|(?<=[a-z0-9-])[。｡](?=[a-z0-9-]*[a-z])/giu;
const SCHEME = /:(?=\/\/)|(?<=\b(?:mailto|tel|sms|javascript|data)):/giu;
const MAX_QUOTED = 300;

/** Shortens untrusted text and defangs addresses, so that mail clients do not link them: `https[:]//example[.]org`. */
export function quotedText(text: string): string {
  const letters = Array.from(text.trim());
  const shortened = letters.length > MAX_QUOTED ? `${letters.slice(0, MAX_QUOTED - 1).join('')}…` : text.trim();
  return shortened.replace(SCHEME, '[:]').replace(DOT_OF_HOST, '[.]');
}

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly code: string | undefined;
}

interface KindTexts {
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly shown?: string;
  readonly quoted?: string;
  readonly nameless?: string;
  readonly button: string;
  readonly caution: string;
}

type Texts = Record<'subject' | 'linkAsText' | 'link' | 'footer', string> & Record<MailKind, KindTexts>;

const texts: Readonly<Record<Language, Texts>> = { en, ja };

interface Plan {
  readonly code?: string;
  readonly password?: string;
  readonly path: string;
  readonly quotes?: MailValues['new-comments']['comments'];
}

/** Security: opening these links must have no effect, because mail scanners open them. */
const plans: { readonly [Kind in MailKind]: (values: MailValues[Kind]) => Plan } = {
  'confirm-sign-up': ({ username, code }) => ({ code, path: `/signup/verify?${queryOf({ username, code })}` }),
  'sign-up-again': () => ({ path: '/signin' }),
  'verify-email': ({ code }) => ({ code, path: `/settings/verify-email?${queryOf({ code })}` }),
  'email-changes': () => ({ path: '/settings' }),
  'forgot-password': ({ username, code }) => ({ code, path: `/signin/reset?${queryOf({ username, code })}` }),
  'password-changed': () => ({ path: '/signin' }),
  'sign-in-attempts': () => ({ path: '/signin/forgot' }),
  invitation: ({ password, isForConsole }) => ({ password, path: isForConsole ? '/admin/signin' : '/signin' }),
  'identity-linked': () => ({ path: '/settings' }),
  'mfa-enabled': () => ({ path: '/settings' }),
  'mfa-disabled': () => ({ path: '/settings' }),
  'new-comments': ({ serviceId, comments }) => ({ path: `/admin/comments/${serviceId}`, quotes: comments }),
};

const queryOf = (values: Record<string, string>) => new URLSearchParams(values).toString();

export function renderMail(mail: Mail, site: MailSite): RenderedMail {
  const words = texts[mail.language];
  const kind = words[mail.kind];
  // TypeScript cannot correlate the kind with its values.
  const plan = plans[mail.kind](mail.values as never);
  const values = { ...mail.values, siteName: site.name, siteUrl: site.url, title: kind.title, button: kind.button };
  const fill = (text: string) => fillIn(text, values);
  const parts = {
    language: mail.language,
    siteName: oneLine(site.name),
    subject: oneLine(fill(words.subject)),
    title: fill(kind.title),
    paragraphs: kind.paragraphs.map(fill),
    shown: kind.shown,
    secret: plan.code ?? plan.password,
    quotes: (plan.quotes ?? []).map((quote) => toQuote(quote, kind)),
    button: kind.button,
    link: fill(words.link),
    linkAsText: words.linkAsText,
    url: `${site.url}${plan.path}`,
    caution: fill(kind.caution),
    footer: fill(words.footer),
  };
  return { subject: parts.subject, text: layOutText(parts), html: layOutHtml(parts), code: plan.code };
}

function toQuote(
  { nickname, about, body }: NonNullable<Plan['quotes']>[number],
  { quoted = '', nameless = '' }: KindTexts,
): MailParts['quotes'][number] {
  const from = fillIn(quoted, { nickname: quotedText(nickname) || nameless, about: quotedText(about) });
  return { from, text: oneLine(quotedText(body)) };
}

function fillIn(text: string, values: Readonly<Record<string, unknown>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => oneLine(String(values[name] ?? '')));
}

/** Security: line breaks in values could imitate text of the site. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
}
