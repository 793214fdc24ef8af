import type { Language } from '#contract/site-config.ts';
import { escapeHtml } from '../platform/escaping.ts';
import type { Mail, MailKind, MailSite, MailValues } from './mail.ts';
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

type Texts = Record<'subject' | 'linkAsText' | 'withColon' | 'footer', string> & Record<MailKind, KindTexts>;

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
  const values = { ...mail.values, siteName: site.name, siteUrl: site.url, title: kind.title };
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
    withColon: (label: string) => fillIn(words.withColon, { label }),
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

interface MailParts {
  readonly language: Language;
  readonly siteName: string;
  readonly subject: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly shown: string | undefined;
  readonly secret: string | undefined;
  readonly quotes: readonly { readonly from: string; readonly text: string }[];
  readonly button: string;
  readonly withColon: (label: string) => string;
  readonly linkAsText: string;
  readonly url: string;
  readonly caution: string;
  readonly footer: string;
}

function layOutText(parts: MailParts): string {
  const { title, paragraphs, shown = '', secret, quotes, button, withColon, url, caution, footer } = parts;
  const secretLines = secret === undefined ? [] : [`${withColon(shown)}\n\n    ${secret}`];
  const quoteLines = quotes.map(({ from, text }) => `${withColon(from)}\n> ${text}`);
  return `${[title, ...paragraphs, ...secretLines, ...quoteLines, `${withColon(button)}\n${url}`, caution, `-- \n${footer}`].join('\n\n')}\n`;
}

const FONTS: Readonly<Record<Language, string>> = {
  en: "-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif",
  ja: "'Hiragino Sans','Yu Gothic Medium','Noto Sans JP',Meiryo,sans-serif",
};

const MONOSPACE = "ui-monospace,Menlo,Consolas,'Liberation Mono',monospace";

const DARK_STYLE = [
  '@media (prefers-color-scheme:dark){',
  'body,.paper{background:#171614!important;color:#ece7df!important}',
  '.quiet{color:#a39b90!important}',
  '.mark,.secret{border-color:#f0827a!important}',
  '.secret{background:#211f1c!important;color:#ece7df!important}',
  '.quote{border-color:#4a453e!important}',
  '.button{background:#c24a42!important;color:#faf7f1!important}',
  'a.address{color:#7fc0e0!important}',
  '}',
].join('');

function layOutHtml(parts: MailParts): string {
  const { language, siteName, subject, title, paragraphs, secret } = parts;
  const paragraph = 'margin:0 0 16px;line-height:1.7';
  return [
    '<!doctype html>',
    `<html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(subject)}</title><style>${DARK_STYLE}</style></head>`,
    `<body style="margin:0;padding:24px 16px;background:#faf7f1;color:#1d1b19;font:16px ${FONTS[language]}">`,
    '<div class="paper" style="max-width:32em;margin:0 auto;background:#faf7f1;color:#1d1b19">',
    '<p class="mark" style="margin:0 0 24px;padding:0 0 8px;border-bottom:2px solid #b3312c;font-weight:700">',
    `${escapeHtml(siteName)}</p>`,
    `<h1 style="margin:0 0 16px;font-size:22px;line-height:1.4">${escapeHtml(title)}</h1>`,
    ...paragraphs.map((text) => `<p style="${paragraph}">${escapeHtml(text)}</p>`),
    ...(secret === undefined ? [] : secretBlock(parts.shown ?? '', secret)),
    ...parts.quotes.flatMap(quoteBlock),
    ...linkBlock(parts),
    `<p style="${paragraph}">${escapeHtml(parts.caution)}</p>`,
    '<p class="quiet" style="margin:32px 0 0;color:#6b645c;font-size:13px;line-height:1.6">',
    `${escapeHtml(parts.footer)}</p>`,
    '</div></body></html>',
    '',
  ].join('\n');
}

function secretBlock(shown: string, secret: string): string[] {
  return [
    `<p class="quiet" style="margin:0 0 4px;color:#6b645c;font-size:14px">${escapeHtml(shown)}</p>`,
    '<p class="secret" style="margin:0 0 24px;padding:12px 16px;border-left:4px solid #b3312c;background:#f2ede3;',
    `color:#1d1b19;font:700 30px/1.3 ${MONOSPACE};letter-spacing:0.12em;overflow-wrap:anywhere">`,
    `${escapeHtml(secret)}</p>`,
  ];
}

/** Visitors' texts may have long words and stacked combining marks. */
const WITHIN = 'overflow:hidden;overflow-wrap:anywhere';

function quoteBlock({ from, text }: MailParts['quotes'][number]): string[] {
  return [
    `<p class="quiet" style="margin:0 0 4px;color:#6b645c;font-size:14px;${WITHIN}">${escapeHtml(from)}</p>`,
    '<blockquote class="quote" style="margin:0 0 20px;padding:4px 0 4px 16px;border-left:4px solid #d8d0c3;',
    `line-height:1.7;${WITHIN}">${escapeHtml(text)}</blockquote>`,
  ];
}

function linkBlock({ url, button, linkAsText }: MailParts): string[] {
  const href = escapeHtml(url);
  return [
    `<p style="margin:0 0 16px"><a class="button" href="${href}" style="display:inline-block;padding:12px 20px;`,
    'border-radius:4px;background:#b3312c;color:#faf7f1;font-weight:700;text-decoration:none">',
    `${escapeHtml(button)}</a></p>`,
    `<p class="quiet" style="margin:0 0 24px;color:#6b645c;font-size:14px;line-height:1.6">${escapeHtml(linkAsText)}<br>`,
    `<a class="address" href="${href}" style="color:#165e83;overflow-wrap:anywhere">${href}</a></p>`,
  ];
}
