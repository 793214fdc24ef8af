import { expect, test } from 'vitest';
import { Language } from '#contract/site-config.ts';
import type { Mail, MailKind, MailValues } from './mail.ts';
import { quotedText, renderMail } from './render-mail.ts';
import en from './texts.en.json' with { type: 'json' };
import ja from './texts.ja.json' with { type: 'json' };

const site = { name: 'Bridge & <Gazette>', url: 'https://news.example.org' };
const code = '012345';
const username = '8a1c7f6e-1d2b-4c3d-9e8f-001122334455';

const values: { [Kind in MailKind]: MailValues[Kind] } = {
  'confirm-sign-up': { username, code },
  'sign-up-again': {},
  'verify-email': { username, code },
  'email-changes': { newEmail: 'new@example.org' },
  'forgot-password': { username, code },
  'password-changed': {},
  'sign-in-attempts': {},
  invitation: { email: 'invited@example.org', password: 'kx7-Qm&<2', isForConsole: true },
  'mfa-enabled': {},
  'identity-linked': { label: 'Example ID' },
  'mfa-disabled': {},
  'new-comments': {
    serviceId: 'news',
    serviceLabel: 'The <News>',
    total: '12',
    publish: 7,
    unpublish: 2,
    unconfirm: 3,
    waiting: 5,
    comments: [
      { nickname: 'Hana', about: 'The bridge', body: 'I was there!' },
      { nickname: '', about: 'The tower', body: 'So was I.' },
    ],
  },
};
const kinds = Object.keys(values) as MailKind[];
const every = kinds.flatMap((kind) => Language.options.map((language) => [kind, language] as const));

function render(kind: MailKind, language: Language = 'en', more: object = {}) {
  return renderMail({ to: 'me@example.org', language, kind, values: { ...values[kind], ...more } } as Mail, site);
}

test.for(every)('mail %s is complete in %s', ([kind, language]) => {
  const { subject, text, html } = render(kind, language);
  const { title, paragraphs, caution } = { en, ja }[language][kind];
  for (const part of [subject, text, html]) {
    expect(part).not.toMatch(/\{\{|undefined|null|\[object/);
    expect(part).toContain(title);
  }
  expect(subject).toContain(site.name);
  expect(text).toContain(caution);
  expect(text.split('\n\n').length).toBeGreaterThan(paragraphs.length + 2);
  expect(html).toMatch(new RegExp(`^<!doctype html>\\n<html lang="${language}">`));
  expect(html).toContain('Bridge &amp; &lt;Gazette&gt;');
  expect(html).not.toContain('<Gazette>');
  expect(html).not.toMatch(/<(img|script|link|table)\b/);
});

test.for(Language.options)('texts in %s use known placeholders, same in all languages', (language) => {
  const catalogue = { en, ja }[language];
  expect(Object.keys(catalogue)).toEqual(Object.keys(en));
  for (const kind of kinds) {
    expect(Object.keys(catalogue[kind])).toEqual(Object.keys(en[kind]));
    expect(catalogue[kind].paragraphs).toHaveLength(en[kind].paragraphs.length);
    const known = [...Object.keys(values[kind]), 'siteName', 'siteUrl', 'title', 'button', 'nickname', 'about'];
    for (const [, name] of JSON.stringify(catalogue[kind]).matchAll(/\{\{(\w+)\}\}/g)) expect(known).toContain(name);
  }
});

test.for([
  ['confirm-sign-up', `/signup/verify?username=${username}&code=${code}`],
  ['verify-email', `/settings/verify-email?code=${code}`],
  ['forgot-password', `/signin/reset?username=${username}&code=${code}`],
] as const)('mail %s contains the code and its link', ([kind, path]) => {
  const { subject, text, html, code: reported } = render(kind);
  expect(reported).toBe(code);
  expect(subject).not.toContain(code);
  expect(text).toContain(`    ${code}\n`);
  expect(text).toContain(`${site.url}${path}\n`);
  const inHtml = `${site.url}${path.replace('&', '&amp;')}`;
  expect(html.split(`href="${inHtml}"`)).toHaveLength(3);
  expect(html).toContain(`>${inHtml}</a>`);
  expect(html).toContain(`\n${code}</p>`);
});

test('invitation contains address, password and sign-in link', () => {
  const { text, html, code: reported } = render('invitation', 'ja');
  expect(reported).toBeUndefined();
  expect(text).toContain('invited@example.org');
  expect(text).toContain('    kx7-Qm&<2\n');
  expect(text).toContain(`${site.url}/admin/signin\n`);
  expect(html).toContain('kx7-Qm&amp;&lt;2</p>');
  expect(render('invitation', 'en', { isForConsole: false }).text).toContain(`${site.url}/signin\n`);
});

test('escapes user input in HTML and removes line breaks', () => {
  const newEmail = '"<b onclick=x>\r\nBcc: x\u2028\u202e"@example.org';
  const { text, html } = render('email-changes', 'en', { newEmail });
  expect(html).toContain('&quot;&lt;b onclick=x&gt; Bcc: x &quot;@example.org');
  expect(text).toContain('"<b onclick=x> Bcc: x "@example.org');
});

test('multiline site name yields a single-line subject', () => {
  const mail: Mail = { to: 'me@example.org', language: 'en', kind: 'mfa-enabled', values: {} };
  const { subject } = renderMail(mail, { ...site, name: 'News\r\nBcc: all@example.org' });
  expect(subject).toBe('News Bcc: all@example.org: Two-factor authentication is on');
});

test('values are not interpreted as templates', () => {
  const { text } = render('email-changes', 'en', { newEmail: '{{siteUrl}}$&@example.org' });
  expect(text).toContain('{{siteUrl}}$&@example.org');
});

test('comment notification counts, quotes and links to the console', () => {
  const { text, html } = render('new-comments');
  expect(text).toContain('New comments on The <News>: 12 (7 published, 2 unpublished, 3 unconfirmed).');
  expect(text).toContain('Hana on “The bridge”:\n> I was there!\n\nAnonymous on “The tower”:\n> So was I.\n');
  expect(text).toContain(`${site.url}/admin/comments/news\n`);
  expect(html).toContain('comments on The &lt;News&gt;:');
  expect(html).toContain('>I was there!</blockquote>');
  expect(html.match(/<blockquote/g)).toHaveLength(2);
  expect(render('new-comments', 'ja').text).toContain('匿名（「The tower」へのコメント）：\n> So was I.');
});

test('visitor texts contain no markup, line breaks or links', () => {
  const body = `<a href="https://evil.example/a.b?c">here</a>\r\n\r\nwww.evil.example, me@evil.example {{siteUrl}} ${'長'.repeat(500)}`;
  const nickname = '<b>evil.example</b>\u202e';
  const { text, html } = render('new-comments', 'en', { comments: [{ nickname, about: 'The bridge', body }] });
  expect(text).toContain(
    '<b>evil[.]example</b> on “The bridge”:\n> <a href="https[:]//evil[.]example/a[.]b?c">here</a> www',
  );
  expect(text).toContain('www[.]evil[.]example, me@evil[.]example {{siteUrl}} 長長');
  expect(text).toMatch(/長…\n/);
  expect(html).toContain('&lt;a href=&quot;https[:]//evil[.]example/a[.]b?c&quot;&gt;here&lt;/a&gt;');
  expect(html).not.toContain('evil.example');
  expect(html.match(/<a /g)).toHaveLength(2);
});

test.for<[string, string]>([
  ['橋です。夜景も。www.example.com にも', '橋です。夜景も。www[.]example[.]com にも'],
  ['HTTPS://evil。example．org', 'HTTPS[:]//evil[.]example[.]org'],
  ['mailto:me@evil.example', 'mailto[:]me@evil[.]example'],
  ['It costs 3.14. Really... e.g. now', 'It costs 3.14. Really... e[.]g. now'],
  ['例え.テスト', '例え[.]テスト'],
  ['  ', ''],
])('quotes %j as %j', ([given, quoted]) => {
  expect(quotedText(given)).toBe(quoted);
});

test('limits quotes to three hundred characters without splitting characters', () => {
  expect(quotedText('𠮷'.repeat(300))).toBe('𠮷'.repeat(300));
  expect(quotedText('𠮷'.repeat(301))).toBe(`${'𠮷'.repeat(299)}…`);
});
