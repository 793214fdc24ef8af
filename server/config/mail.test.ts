import { expect, test } from 'vitest';
import { ConfigError, loadConfig } from '../config.ts';

const nowhere = '/nonexistent';
const mailOf = async (environment: Record<string, string>) => (await loadConfig(environment, nowhere)).mail;

test("mails stay local by default, sent from the site's host", async () => {
  expect(await mailOf({})).toEqual({
    smtpUrl: undefined,
    from: { name: undefined, address: 'kawaraban@localhost' },
  });
  const senders = [
    ['https://www.news.example.org/here', 'kawaraban@news.example.org'],
    ['http://192.0.2.7:3000', 'kawaraban@localhost'],
    ['http://[2001:db8::abcd]', 'kawaraban@localhost'],
    ['https://瓦版.jp', 'kawaraban@xn--8gu11b.jp'],
  ];
  for (const [publicUrl = '', address] of senders) {
    const { from } = await mailOf({ PUBLIC_URL: publicUrl });
    expect(from.address.split('@')[0]).toBe('kawaraban');
    if (!publicUrl.includes('瓦版')) expect(from.address).toBe(address);
    else expect(from.address).toMatch(/^kawaraban@xn--[a-z0-9]+\.jp$/);
  }
});

test.for([
  ['news@example.org', { name: undefined, address: 'news@example.org' }],
  ['瓦版 編集部 <news@example.org>', { name: '瓦版 編集部', address: 'news@example.org' }],
  ['"News, of course" <root@localhost>', { name: 'News, of course', address: 'root@localhost' }],
] as const)('accepts a sender %s', async ([MAIL_FROM, from]) => {
  expect((await mailOf({ MAIL_FROM })).from).toEqual(from);
});

test.for(['news', 'a@example.org, b@example.org', 'News <news@>', 'group: a@example.org;', 'x\u0000 <a@example.org>'])(
  'rejects the sender %j',
  async (MAIL_FROM) => {
    await expect(mailOf({ MAIL_FROM })).rejects.toThrow(/^MAIL_FROM must be an email address or `Name <address>`/);
  },
);

test.for([
  'smtp://mail.example.org',
  'smtp://me:p%40ss@mail.example.org:587',
  'smtps://me%40example.org:secret@[2001:db8::1]:465/',
  'smtp://mail:25?requireTLS=true&name=news.example.org&connectionTimeout=5000&tls.rejectUnauthorized=false',
])('accepts a mail server %s', async (SMTP_URL) => {
  expect((await mailOf({ SMTP_URL })).smtpUrl).toBe(SMTP_URL);
});

test.for([
  'mail.example.org',
  'http://me:hush@mail.example.org',
  'smtp://',
  'smtp://me:hush@mail.example.org/path',
  'smtp://me:hush@mail.example.org:99999',
  'smtp://me:hush@mail.example.org?debug=true&logger=true',
  'smtp://me:hush@mail.example.org?requireTLS=maybe',
  'smtp://me:hush@mail.example.org?requireTLS=true&requireTLS=false',
  'smtp://me:hush@mail.example.org?socketTimeout=9999999',
  'smtp://me:hush@mail.example.org?tls.ca=/etc/passwd',
  'smtp://me:hush@mail.example.org?__proto__=1',
])('rejects a mail server %s without revealing its password', async (SMTP_URL) => {
  const error = await mailOf({ SMTP_URL }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConfigError);
  expect((error as ConfigError).problems).toEqual([expect.stringMatching(/^SMTP_URL must be `smtp:/)]);
  expect(String(error)).not.toContain('hush');
});
