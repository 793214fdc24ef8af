import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../config.ts';
import { recaptchaSources } from './comments.ts';

const usual = {
  editMinutes: 10,
  binDays: 30,
  addressDays: 90,
  minSeconds: 3,
  limits: {
    windowMinutes: 10,
    heldAfter: { reader: 5, address: 20 },
    refusedAfter: { reader: 20, address: 60 },
    votes: { reader: 60, address: 300, newReaders: 20 },
  },
};

test('comment settings have defaults within bounds', async () => {
  expect((await loadConfig({}, '/nonexistent')).site.comments).toEqual(usual);
  const chosen = await givenFolder('{ comments: { addressDays: 7, limits: { heldAfter: { reader: 1 } } } }');
  expect((await loadConfig({}, chosen)).site.comments).toEqual({
    ...usual,
    addressDays: 7,
    limits: { ...usual.limits, heldAfter: { reader: 1, address: 20 } },
  });
});

test.for([
  ['{ comments: { addressDays: 91 } }', 'comments.addressDays'],
  ['{ comments: { binDays: 0 } }', 'comments.binDays'],
  ['{ comments: { minSeconds: 61 } }', 'comments.minSeconds'],
  ['{ comments: { limits: { votes: { reader: 0 } } } }', 'comments.limits.votes.reader'],
  ['{ comments: { limit: {} } }', 'comments'],
] as const)('rejects %s naming the setting', async ([choices, name]) => {
  await expect(loadConfig({}, await givenFolder(choices))).rejects.toThrow(`${name} is invalid`);
});

test('both reCAPTCHA keys enable it with its sources', async () => {
  const keys = { RECAPTCHA_SITE_KEY: 'site', RECAPTCHA_SECRET_KEY: 'hidden' };
  const { recaptcha } = await loadConfig(keys, '/nonexistent');
  expect(recaptcha).toEqual({ siteKey: 'site', secretKey: 'hidden', url: 'https://www.google.com/recaptcha' });
  expect(recaptchaSources(recaptcha)).toEqual([
    'https://www.google.com/recaptcha/',
    'https://www.gstatic.com/recaptcha/',
    'https://recaptcha.google.com/recaptcha/',
  ]);
  const own = await loadConfig({ ...keys, RECAPTCHA_URL: 'http://localhost:9/recaptcha/' }, '/nonexistent');
  expect(recaptchaSources(own.recaptcha)).toEqual(['http://localhost:9/recaptcha/']);
  expect((await loadConfig({}, '/nonexistent')).recaptcha).toBeUndefined();
  expect(recaptchaSources(undefined)).toEqual([]);
});

test.for([
  [{ RECAPTCHA_SITE_KEY: 'site' }, 'RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET_KEY belong together'],
  [{ RECAPTCHA_SECRET_KEY: 'hidden' }, 'RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET_KEY belong together'],
  [{ RECAPTCHA_SITE_KEY: 'a key', RECAPTCHA_SECRET_KEY: 'hidden' }, 'RECAPTCHA_SITE_KEY must be a key'],
  [{ RECAPTCHA_SECRET_KEY: 'very secret' }, 'RECAPTCHA_SECRET_KEY must be a key of reCAPTCHA v3.'],
] as const)('rejects %j', async ([environment, problem]) => {
  await expect(loadConfig(environment, '/nonexistent')).rejects.toThrow(problem);
});

async function givenFolder(choices: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kawaraban-comments-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'kawaraban.config.ts'), `export default ${choices};\n`);
  return folder;
}
