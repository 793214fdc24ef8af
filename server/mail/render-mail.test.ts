import { expect, test } from 'vitest';
import { Language } from '#contract/site-config.ts';
import type { Mail, MailKind, MailValues } from './mail.ts';
import { renderMail } from './render-mail.ts';
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
  invitation: { email: 'invited@example.org', password: 'kx7-Qm&<2', isForConsole: true },
  'mfa-enabled': {},
  'identity-linked': { label: 'Example ID' },
  'mfa-disabled': {},
};
const kinds = Object.keys(values) as MailKind[];
const every = kinds.flatMap((kind) => Language.options.map((language) => [kind, language] as const));

function render(kind: MailKind, language: Language = 'en', more: object = {}) {
  return renderMail({ to: 'me@example.org', language, kind, values: { ...values[kind], ...more } } as Mail, site);
}

test.for(every)('a mail %s is whole in %s', ([kind, language]) => {
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

test.for(Language.options)(
  'texts in %s are filled in for all they ask for, and all languages have the same',
  (language) => {
    const catalogue = { en, ja }[language];
    expect(Object.keys(catalogue)).toEqual(Object.keys(en));
    for (const kind of kinds) {
      expect(Object.keys(catalogue[kind])).toEqual(Object.keys(en[kind]));
      expect(catalogue[kind].paragraphs).toHaveLength(en[kind].paragraphs.length);
      const known = [...Object.keys(values[kind]), 'siteName', 'siteUrl', 'title', 'button'];
      for (const [, name] of JSON.stringify(catalogue[kind]).matchAll(/\{\{(\w+)\}\}/g)) expect(known).toContain(name);
    }
  },
);

test.for([
  ['confirm-sign-up', `/signup/verify?username=${username}&code=${code}`],
  ['verify-email', `/settings/verify-email?code=${code}`],
  ['forgot-password', `/signin/reset?username=${username}&code=${code}`],
] as const)('a mail %s tells the code and where it goes', ([kind, path]) => {
  const { subject, text, html, code: told } = render(kind);
  expect(told).toBe(code);
  expect(subject).not.toContain(code);
  expect(text).toContain(`    ${code}\n`);
  expect(text).toContain(`${site.url}${path}\n`);
  const inHtml = `${site.url}${path.replace('&', '&amp;')}`;
  expect(html.split(`href="${inHtml}"`)).toHaveLength(3);
  expect(html).toContain(`>${inHtml}</a>`);
  expect(html).toContain(`\n${code}</p>`);
});

test('an invitation tells address and password, and the door', () => {
  const { text, html, code: told } = render('invitation', 'ja');
  expect(told).toBeUndefined();
  expect(text).toContain('invited@example.org');
  expect(text).toContain('    kx7-Qm&<2\n');
  expect(text).toContain(`${site.url}/admin/signin\n`);
  expect(html).toContain('kx7-Qm&amp;&lt;2</p>');
  expect(render('invitation', 'en', { isForConsole: false }).text).toContain(`${site.url}/signin\n`);
});

test('what somebody has typed is text in HTML, and brings no line of its own', () => {
  const newEmail = '"<b onclick=x>\r\nBcc: x\u2028\u202e"@example.org';
  const { text, html } = render('email-changes', 'en', { newEmail });
  expect(html).toContain('&quot;&lt;b onclick=x&gt; Bcc: x &quot;@example.org');
  expect(text).toContain('"<b onclick=x> Bcc: x "@example.org');
});

test('a site name of several lines makes a subject of one', () => {
  const mail: Mail = { to: 'me@example.org', language: 'en', kind: 'mfa-enabled', values: {} };
  const { subject } = renderMail(mail, { ...site, name: 'News\r\nBcc: all@example.org' });
  expect(subject).toBe('News Bcc: all@example.org: Two-step sign-in is on');
});

test('values are not read as templates', () => {
  const { text } = render('email-changes', 'en', { newEmail: '{{siteUrl}}$&@example.org' });
  expect(text).toContain('{{siteUrl}}$&@example.org');
});
