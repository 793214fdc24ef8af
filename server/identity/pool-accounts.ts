import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { fieldMessages, messages } from '#contract/errors.ts';
import { Language } from '#contract/site-config.ts';
import { text } from '#contract/text.ts';
import type { Db } from '../database/connect.ts';
import type { PoolUserStatus } from '../database/pool-tables.ts';
import type { Transaction } from '../database/tables.ts';
import type { Caller } from '../http/caller.ts';
import { badRequest, invalid, notFound } from '../http/errors.ts';
import { readPager, toPage } from '../http/pager.ts';
import { toInstant } from '../platform/clock.ts';
import type { AccountDirectory } from '../users/index.ts';
import { makeCode, renewTriesOfDay } from './confirmation-code.ts';
import { createPoolUser, sealPassword } from './create-pool-user.ts';
import { exportPoolData } from './own-account.ts';
import { randomPassword, requireGoodPassword } from './password-rule.ts';
import { findAccounts, listAccounts, saveEnabled, saveStatus } from './pool-account.repository.ts';
import { clearTotp, countRecoveryCodes, deleteRecoveryCodes } from './pool-mfa.repository.ts';
import { revokeSessionsOf } from './pool-session.repository.ts';
import {
  deletePoolUser,
  findEmailOwner,
  lockPoolUser,
  type PoolUser,
  saveAttributes,
  savePendingEmail,
  saveVerifiedEmail,
  toAccountKey,
  updatePassword,
} from './pool-user.repository.ts';
import { clearFailures } from './sign-in-backoff.ts';
import { rightsOf } from './tokens.ts';
import { readAttributes, writeAttributes } from './user-attributes.ts';
import type { UserPool } from './user-pool.ts';

const MAX_LIMIT = 60;

export function poolAccounts(pool: UserPool): AccountDirectory {
  const { reader } = pool.database;
  return {
    list: async ({ email, isEnabled, limit, pageToken }) => {
      const count = Math.min(limit, MAX_LIMIT);
      const after = readPager(PageKey, { pageToken });
      const prefix = toAccountKey(email ?? '');
      if (after && !after.addressKey.startsWith(prefix)) throw invalid({ pageToken: fieldMessages.invalid });
      const rows = await listAccounts(reader, { prefix, isEnabled, after, limit: count + 1 });
      const page = toPage(rows, count, ({ addressKey, username }) => ({ addressKey, username }));
      return { accounts: page.items.map(({ addressKey: _, ...account }) => account), pageToken: page.pageToken };
    },
    find: async (username) => (await findAccounts(reader, [toAccountKey(username)]))[0],
    findMany: (usernames) => findAccounts(reader, usernames.map(toAccountKey)),
    countRecoveryCodes: (username) => countRecoveryCodes(reader, toAccountKey(username)),
    exportData: (holder) => exportPoolData(pool, holder),
    // The address counts as verified, because the password is sent to it only.
    create: ({ email, name, language, isForConsole }) => {
      const password = randomPassword();
      const user = {
        username: randomUUID(),
        email,
        password,
        status: 'FORCE_CHANGE_PASSWORD',
        locale: language,
      } as const;
      return withFreeEmail(pool, user, () =>
        pool.database.writer.transaction().execute(async (trx) => {
          await requireFreeEmail(trx, user);
          await createPoolUser(trx, pool, { ...user, ...(name && { name }) });
          const temporaryPassword = await sendInvitation(trx, pool, { email, password, language, isForConsole });
          const [account] = await findAccounts(trx, [user.username]);
          if (!account) throw new Error(`Creating the account ${user.username} failed.`);
          return temporaryPassword === undefined ? account : { ...account, temporaryPassword };
        }),
      );
    },
    updateAttributes: (username, attributes) => updateUser(pool, username, attributes),
    // Tokens and GetUser read the users table directly.
    mirrorRights: async () => {},
    setEnabled: (username, isEnabled) =>
      change(pool, username, async (trx, user) => {
        await saveEnabled(trx, user.username, { isEnabled, updatedAt: nowOf(pool) });
        if (!isEnabled) await endSessions(trx, pool, user);
      }),
    resetPassword: (username, caller) =>
      change(pool, username, async (trx, user) => {
        const temporaryPassword = await resetUser(trx, pool, user, caller);
        await clearFailures(pool, username, trx);
        return temporaryPassword;
      }),
    setPassword: (username, password, { isPermanent }) =>
      change(pool, username, async (trx, user) => {
        requireGoodPassword(password, user, false);
        await savePassword(trx, pool, user, { password, status: isPermanent ? 'CONFIRMED' : 'FORCE_CHANGE_PASSWORD' });
        await clearFailures(pool, username, trx);
      }),
    disableMfa: (username, { language }) =>
      change(pool, username, async (trx, { verifiedEmail: to, ...user }) => {
        await clearTotp(trx, user.username);
        await deleteRecoveryCodes(trx, user.username);
        if (to !== null) await pool.mailer.send({ to, language, kind: 'mfa-disabled', values: {} }, trx);
      }),
    signOutEverywhere: (username) => change(pool, username, (trx, user) => endSessions(trx, pool, user)),
    delete: (username) =>
      change(pool, username, async (trx, user) => {
        await deletePoolUser(trx, user.username);
        await clearFailures(pool, username, trx);
      }),
  };
}

async function change<Result = void>(
  { database }: UserPool,
  username: string,
  work: (trx: Transaction, user: PoolUser) => Promise<Result>,
): Promise<Result> {
  return await database.writer.transaction().execute(async (trx) => {
    const user = await lockPoolUser(trx, toAccountKey(username));
    if (!user) throw notFound(messages.userMissing);
    return await work(trx, user);
  });
}

function nowOf({ clock }: UserPool): string {
  return toInstant(clock.now());
}

const PageKey = z.object({ addressKey: text({ max: 1000 }), username: text({ max: 1000 }) });

interface Invitation {
  readonly email: string;
  readonly password: string;
  readonly language: Language;
  readonly isForConsole: boolean;
}

/** Returns the password if no mail server can send it. */
async function sendInvitation(
  trx: Transaction,
  { mailer }: UserPool,
  { language, ...values }: Invitation,
): Promise<string | undefined> {
  await mailer.send({ to: values.email, language, kind: 'invitation', values }, trx);
  return mailer.isOutboxOnly ? values.password : undefined;
}

interface Claim {
  readonly username: string;
  readonly email: string;
}

async function requireFreeEmail(db: Db, { username, email }: Claim): Promise<void> {
  const owner = await findEmailOwner(db, email);
  if (owner && owner.username !== username) throw invalid({ email: fieldMessages.emailInUse });
}

async function withFreeEmail<Result>(
  { database }: UserPool,
  claim: Claim,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    await requireFreeEmail(database.writer, claim);
    throw error;
  }
}

async function updateUser(
  pool: UserPool,
  username: string,
  { email_verified, ...attributes }: Readonly<Record<string, string>>,
): Promise<void> {
  const written = readAttributes(Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })));
  const email = written.get('email');
  await withFreeEmail(pool, { username: toAccountKey(username), email: email ?? '' }, () =>
    change(pool, username, async (trx, user) => {
      await saveAttributes(trx, user.username, {
        attributes: writeAttributes({ ...user, email: email ?? user.email }, written, pool.clock.now()),
        updatedAt: nowOf(pool),
      });
      if (email !== undefined || email_verified !== undefined) {
        await saveEmail(trx, user, { email: email ?? user.email, isVerified: email_verified === 'true' });
      }
    }),
  );
}

async function saveEmail(
  trx: Transaction,
  user: PoolUser,
  { email, isVerified }: { email: string; isVerified: boolean },
): Promise<void> {
  await requireFreeEmail(trx, { username: user.username, email });
  await (isVerified ? saveVerifiedEmail(trx, user, email) : savePendingEmail(trx, user.username, email));
}

async function resetUser(
  trx: Transaction,
  pool: UserPool,
  user: PoolUser,
  caller: Caller,
): Promise<string | undefined> {
  const { username, status, email, verifiedEmail } = user;
  const language = languageOf(user, caller);
  switch (status) {
    case 'EXTERNAL_PROVIDER':
      throw badRequest(messages.noPassword);
    case 'UNCONFIRMED': {
      await renewTriesOfDay(trx, pool, { username, purpose: 'sign-up' });
      const code = await makeCode(trx, pool, { username, purpose: 'sign-up', to: email });
      await pool.mailer.send({ to: email, language, kind: 'confirm-sign-up', values: { username, code } }, trx);
      return undefined;
    }
    case 'FORCE_CHANGE_PASSWORD': {
      const password = randomPassword();
      await savePassword(trx, pool, user, { password, status });
      const { role } = await rightsOf(trx, username);
      return await sendInvitation(trx, pool, {
        email: verifiedEmail ?? email,
        password,
        language,
        isForConsole: role !== 'normal',
      });
    }
    default: {
      await saveStatus(trx, username, { status: 'RESET_REQUIRED', updatedAt: nowOf(pool) });
      await endSessions(trx, pool, user);
      const to = verifiedEmail ?? email;
      await renewTriesOfDay(trx, pool, { username, purpose: 'forgot-password' });
      const code = await makeCode(trx, pool, { username, purpose: 'forgot-password', to });
      await pool.mailer.send({ to, language, kind: 'forgot-password', values: { username, code } }, trx);
      return undefined;
    }
  }
}

function languageOf({ attributes: { locale } }: PoolUser, { language }: Caller): Language {
  return Language.options.find((known) => locale?.toLowerCase().startsWith(known)) ?? language;
}

async function savePassword(
  trx: Transaction,
  pool: UserPool,
  user: PoolUser,
  { password, status }: { password: string; status: PoolUserStatus },
): Promise<void> {
  const { username, attributes } = user;
  const sealed = sealPassword(pool, { username, password });
  await updatePassword(trx, user, { ...sealed, status, attributes, updatedAt: nowOf(pool) });
  await endSessions(trx, pool, user);
}

async function endSessions(trx: Transaction, pool: UserPool, { username }: PoolUser): Promise<void> {
  await revokeSessionsOf(trx, username, nowOf(pool));
}
