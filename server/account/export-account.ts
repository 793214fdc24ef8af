import { toUserReaderId } from '../access/index.ts';
import { listEntriesAbout } from '../audit/index.ts';
import { exportCommentsOfReader, listVotesOfReader } from '../comments/index.ts';
import type { AuditLogRow } from '../database/tables.ts';
import type { Actor } from '../http/actor.ts';
import type { Caller } from '../http/caller.ts';
import { toInstant } from '../platform/clock.ts';
import { findNotes } from '../users/index.ts';
import { type AccountTools, describeAccount } from './describe-account.ts';
import { findPhotoOf } from './photo.repository.ts';

const MAX_ENTRIES = 1000;
const MAX_COMMENTS_AND_VOTES = 10_000;

export async function exportAccount(
  tools: AccountTools,
  actor: Actor,
  caller: Caller,
): Promise<Record<string, unknown>> {
  const { database, clock, audit, accounts } = tools;
  const { username } = actor;
  const poolData = await accounts.exportData(actor);
  const { photoUrl: _, ...account } = await describeAccount(tools, actor);
  await audit.record({ action: 'account-exported', actor: { kind: 'user', name: username }, caller });
  const photo = await findPhotoOf(database.reader, username);
  const entries = await listEntriesAbout(database.reader, username, { limit: MAX_ENTRIES });
  return {
    exportedAt: toInstant(clock.now()),
    account,
    notes: await findNotes(database.reader, username),
    ...poolData,
    photo: photo ? { contentType: photo.contentType, bytes: photo.bytes, createdAt: photo.createdAt } : null,
    comments: await exportCommentsOfReader(tools, toUserReaderId(username), { limit: MAX_COMMENTS_AND_VOTES }),
    votes: await listVotesOfReader(database.reader, toUserReaderId(username), { limit: MAX_COMMENTS_AND_VOTES }),
    auditLog: entries.map((entry) => asSeenBy(username, entry)),
  };
}

function asSeenBy(username: string, { details, ...entry }: AuditLogRow): Record<string, unknown> {
  const isOfAnother = entry.actorKind === 'user' && entry.actor !== username;
  const hidden = isOfAnother ? { actor: null, address: null, requestId: null } : {};
  return { ...entry, ...hidden, details: JSON.parse(details) };
}
