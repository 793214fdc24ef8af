import { expect, test } from 'vitest';
import { AuditAction } from '#contract/audit.ts';
import { createI18n } from '../../i18n/i18n.ts';
import { loadConsoleTexts } from '../frame/console-texts.ts';
import { sentenceOf } from './audit-sentence.ts';

test.for(['en', 'ja'] as const)('every action has a name and sentences in %s', async (language) => {
  const translator = await createI18n(language, { withConsole: true });
  await loadConsoleTexts(translator, language);
  const t = translator.getFixedT(language, 'console');
  for (const action of AuditAction.options) {
    expect(t(`audit.actions.${action}`), action).not.toMatch(/^audit\./);
    for (const target of [null, 'somebody']) {
      expect(t(sentenceOf({ action, actor: 'admin', target })), action).not.toMatch(/^audit\./);
    }
  }
});

test('omits the target when it equals the actor', () => {
  expect(sentenceOf({ action: 'password-changed', actor: 'ada', target: null })).toBe('audit.did.password-changed');
  expect(sentenceOf({ action: 'password-changed', actor: 'ada', target: 'ada' })).toBe('audit.did.password-changed');
  expect(sentenceOf({ action: 'password-changed', actor: 'admin', target: 'ada' })).toBe(
    'audit.didTo.password-changed',
  );
  expect(sentenceOf({ action: 'signed-in', actor: 'ada', target: 'bob' })).toBe('audit.did.signed-in');
});
