import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { CommentAction, HoldReason } from '#contract/admin-comments.ts';
import { Role, UserNotes } from '#contract/admin-users.ts';
import { ApiKeyRight } from '#contract/api-keys.ts';
import { AuditAction, AuditActorKind, AuditDetail, type AuditEntry, AuditReason } from '#contract/audit.ts';
import { fieldMessages, messages } from '#contract/errors.ts';
import { MailStatus } from '#contract/mails.ts';
import { CopyError, CopyPlace, CopyState } from '#contract/publishing.ts';
import { Language } from '#contract/site-config.ts';
import { TEST_EVENT, WebhookDeliveryStatus, WebhookError, WebhookEventType } from '#contract/webhooks.ts';
import { attributeNames } from '#server/identity/user-attributes.ts';
import { problemsIn, textsOf } from '#testing/screen-text.ts';
import { createI18n } from '../i18n/i18n.ts';
import { AuditTable } from './audit/audit-table.tsx';
import type { TriageResult } from './comments/triage/triage.ts';
import type { InvalidUpload } from './files/upload/upload-rules.ts';
import type { UploadStatus } from './files/upload/use-uploads.ts';
import { loadConsoleTexts } from './frame/console-texts.ts';
import { type BulkAction, type BulkOutcome, reasonKeyOf } from './posts/list/bulk/bulk-summary.ts';
import type { UserAction } from './users/user-state.tsx';
import { DeliveryTable } from './webhooks/delivery-table.tsx';
import { delivery, webhook } from './webhooks/webhook.fixtures.ts';
import { type WebhookState, WebhookStateBadge } from './webhooks/webhook-table.tsx';

/** Lists a union type; the compiler reports members that are missing. */
function listOf<Name extends string>(names: Record<Name, true>): Name[] {
  return Object.keys(names) as Name[];
}

const bulkActions = listOf<BulkAction>({
  ...{ publish: true, unpublish: true, delete: true, move: true },
  ...{ tag: true, untag: true, group: true, ungroup: true },
});
const bulkOutcomes = listOf<Exclude<BulkOutcome, 'same'>>({
  ...{ published: true, reserved: true, unpublished: true, deleted: true, moved: true },
  ...{ tagged: true, untagged: true, grouped: true, ungrouped: true, tooManyTags: true },
});
const triageResults = listOf<Exclude<TriageResult['kind'], 'done' | 'failed'>>({
  ...{ undone: true, same: true, nothingToUndo: true },
  ...{ changedMeanwhile: true, editedMeanwhile: true, goneMeanwhile: true },
});
const userActions = listOf<UserAction>({
  ...{ enable: true, disable: true, reset: true, invite: true, mfaOff: true, signOut: true, remove: true },
});
const uploadStates = listOf<UploadStatus>({
  ...{ waiting: true, sending: true, finishing: true, done: true, failed: true, cancelled: true },
});
const uploadErrors = listOf<InvalidUpload>({ required: true, empty: true, typeNotAccepted: true, overMaxSize: true });

async function speakerOf(language: Language) {
  const i18n = await createI18n(language, { withConsole: true });
  await loadConsoleTexts(i18n, language);
  const t = i18n.getFixedT(language, 'console');
  const render = (element: React.ReactNode) =>
    textsOf(
      renderToStaticMarkup(
        <I18nextProvider i18n={i18n}>
          <MantineProvider>
            <MemoryRouter>{element}</MemoryRouter>
          </MantineProvider>
        </I18nextProvider>,
      ),
    );
  return { t, render };
}

type Speaker = Awaited<ReturnType<typeof speakerOf>>;
type Translate = Speaker['t'];

function problemsOf(texts: readonly string[], language: Language): string[] {
  return texts.flatMap((text) => problemsIn(text, language).map((problem) => `${problem} in: ${text}`));
}

function auditEntry(entry: Partial<AuditEntry>, n: number): AuditEntry {
  return {
    ...{
      entryId: `${n}`,
      at: '2026-11-01T12:00:00Z',
      action: 'signed-in',
      actorKind: 'user',
      actor: '1',
      target: null,
    },
    ...{ serviceId: null, address: null, requestId: null, details: {} },
    ...entry,
  };
}

const roles = Role.options;
const detailValues: Readonly<Record<AuditDetail, readonly AuditEntry['details'][string][]>> = {
  how: ['password', 'totp', 'recovery-code'],
  reason: AuditReason.options,
  ...{ role: roles, from: roles, to: roles, may: ApiKeyRight.options },
  ...{ added: [['1']], removed: [['1']], serviceIds: [['1', '2']], services: [['1']], commentIds: [['1']] },
  posts: [['1', '2']],
  ...{ label: ['1'], address: ['1'], url: ['1'], description: ['1'], request: ['1'], sessionId: ['1'] },
  ...{ contentId: ['1'], expiresAt: ['2026-11-01T12:00:00Z'], left: [9], count: [1, 2], unchanged: [1, 2] },
  names: [[...attributeNames, ...Object.keys(UserNotes.shape)]],
  change: [...bulkActions, ...CommentAction.options],
  changed: [1, 2, ['url', 'description', 'events', 'isEnabled']],
  events: [[...WebhookEventType.options]],
  isEnabled: [true, false],
};

const auditEntries = [
  ...AuditAction.options.flatMap((action) => [null, '2'].map((target) => ({ action, target }))),
  ...AuditActorKind.options.map((actorKind) => ({ actorKind, actor: actorKind === 'api-key' ? '1' : null })),
  ...AuditDetail.options.flatMap((name) => detailValues[name].map((value) => ({ details: { [name]: value } }))),
].map(auditEntry);

const deliveries = [
  ...[...WebhookEventType.options, TEST_EVENT].map((type) => ({ type })),
  ...WebhookDeliveryStatus.options.map((status) => ({ status })),
  ...WebhookError.options.map((fault) => ({ status: 'failed' as const, fault })),
  ...[{ durationMs: 1540, dueAt: '2026-11-21T12:00:00Z', attempts: 2 }],
].map((parts, n) => delivery({ subject: '1', eventId: '1', deliveryId: `${n}`, ...parts }));

const webhooks: Readonly<Record<WebhookState, Parameters<typeof webhook>[0]>> = {
  active: {},
  new: { lastDeliveredAt: null },
  failing: { failingSince: '2026-11-01T12:00:00Z' },
  off: { isEnabled: false },
  gone: { isEnabled: false, isGone: true },
};

const counted = <Text,>(textOf: (count: number) => Text) => [1, 2].map(textOf);

const results: Readonly<Record<string, (t: Translate) => readonly string[]>> = {
  'bulk changes of posts': (t) => [
    ...bulkActions.flatMap((action) => [
      ...(['title', 'same', 'done'] as const).flatMap((part) =>
        counted((count) => t(`postList.bulk.${part}.${action}`, { count })),
      ),
      t(`postList.bulk.action.${action}`),
      t(`postList.bulk.do.${action}`),
    ]),
    ...bulkOutcomes.flatMap((outcome) => counted((count) => t(`postList.bulk.will.${outcome}`, { count }))),
    t('postList.bulk.doneSome', { changed: 2, unchanged: 1 }),
    ...counted((count) => t('postList.bulk.undone', { count })),
    ...counted((count) => t('postList.bulk.leftOut', { count })),
    t('postList.bulk.undoOver'),
    t('postList.bulk.leftOutTitle'),
  ],
  'actions on comments': (t) => [
    ...CommentAction.options.flatMap((action) => counted((count) => t(`moderation.done.${action}`, { count }))),
    ...triageResults.flatMap((kind) => counted((count) => t(`moderation.${kind}`, { count }))),
    ...HoldReason.options.map((reason) => t('moderation.held', { reason: t(`moderation.heldFor.${reason}`) })),
  ],
  'uploads and deletions of files': (t) => [
    ...uploadStates.filter((state) => state !== 'sending').map((state) => t(`files.upload.${state}`)),
    ...[...uploadErrors, 'network' as const].map((error) => t(`files.errors.${error}`, { types: '1', max: 2 })),
    ...counted((count) => t('files.remove.manyDone', { count })),
    ...counted((count) => t('files.remove.manyUsed', { count })),
    ...[t('files.remove.allUsed'), t('files.remove.done'), t('files.remove.restored')],
  ],
  'actions on users': (t) => userActions.map((action) => t(`users.done.${action}`)),
  'changes of tags': (t) => [
    ...(['tags.created', 'tags.renamedBack', 'tags.broughtBack'] as const).map((key) => t(key, { label: '1' })),
    t('tags.renamed', { former: '1', label: '2' }),
    t('tags.merged', { label: '1', into: '2' }),
  ],
  'states of emails': (t) => MailStatus.options.map((status) => t(`mails.statuses.${status}`)),
  'published copies': (t) => [
    ...CopyPlace.options.map((place) => t(`publishedCopies.places.${place}`)),
    ...CopyState.options
      .filter((state) => state !== 'unreachable')
      .map((state) => t(`publishedCopies.states.${state}`)),
    ...CopyError.options.map((error) => t(`publishedCopies.errors.${error}`, { status: 503 })),
  ],
  'reasons of failures': (t) =>
    Object.values({ ...messages, ...fieldMessages }).map((message) => t(reasonKeyOf(message))),
};

describe.for(Language.options)('in %s', (language) => {
  test('every audit entry is in words', async () => {
    const { render } = await speakerOf(language);
    const names = { users: { 1: '1', 2: '2' }, keys: { 1: '1', 2: '2' } };
    expect(problemsOf(render(<AuditTable entries={auditEntries} names={names} />), language)).toEqual([]);
  });

  test('every webhook event, state and error is in words', async () => {
    const { render } = await speakerOf(language);
    const badges = Object.entries(webhooks).map(([state, parts]) => (
      <WebhookStateBadge key={state} webhook={webhook(parts)} />
    ));
    const log = <DeliveryTable deliveries={deliveries} onReplay={() => undefined} />;
    expect(problemsOf([...render(badges), ...render(log)], language)).toEqual([]);
  });

  test.for(Object.keys(results))('every text about %s is in words', async (group) => {
    const { t } = await speakerOf(language);
    expect(problemsOf(results[group]?.(t) ?? [], language)).toEqual([]);
  });
});

test('raw keys, placeholders and words of another language are found', () => {
  expect(problemsIn('audit.words.gone', 'en')).toEqual(['audit.words.gone']);
  expect(problemsIn('{{count}}件', 'ja')).toEqual(['{{count}}']);
  expect(problemsIn('unchanged：0件、API', 'ja')).toEqual(['unchanged']);
  expect(problemsIn('Tags added to 2 記事', 'en')).toEqual(['記事']);
  expect(problemsIn(' ', 'en')).toEqual(['no text']);
});
