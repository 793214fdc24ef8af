import { accountApi } from '#contract/account.ts';
import { fieldMessages, messages } from '#contract/errors.ts';
import type { Caller } from '../http/caller.ts';
import { badRequest, type HttpError, invalid, notFound, tooManyRequests } from '../http/errors.ts';
import type { Api } from '../http/implement.ts';
import { identitiesOf, linkAddress, linkIdentity, unlinkIdentity } from './oauth/link-identity.ts';
import { endSession, endSessions, sessionsOf } from './own-account.ts';
import { findPoolUser } from './pool-user.repository.ts';
import { makeRecoveryCodes, type RecoveryCodesResult } from './recovery-codes.ts';
import type { UserPool } from './user-pool.ts';

export function poolAccountRoutes(api: Api, { userPool }: { userPool: UserPool | undefined }): void {
  const embedded = () => {
    if (!userPool) throw notFound();
    return userPool;
  };
  api.implement(accountApi.sessions, async ({ actor }) => sessionsOf(embedded(), actor));
  api.implement(accountApi.endSession, async ({ actor, params, caller }) => {
    if (!(await endSession(embedded(), actor, { ...params, caller }))) throw notFound();
    return null;
  });
  api.implement(accountApi.endSessions, async ({ actor, caller }) => {
    await endSessions(embedded(), actor, caller);
    return null;
  });
  api.implement(accountApi.makeRecoveryCodes, async ({ actor: { username }, body, caller }) =>
    newRecoveryCodes(embedded(), { username, ...body }, caller),
  );
  api.implement(accountApi.identities, async ({ actor }) => identitiesOf(embedded(), actor.username));
  api.implement(accountApi.linkIdentity, async ({ actor, params }) => ({
    url: linkAddress(embedded(), actor, params.provider),
  }));
  api.implement(accountApi.completeLink, async ({ actor, params, body, caller }) => {
    await linkIdentity(embedded(), actor, { ...params, ...body, caller });
    return identitiesOf(embedded(), actor.username);
  });
  api.implement(accountApi.unlinkIdentity, async ({ actor, params, caller }) => {
    await unlinkIdentity(embedded(), actor, { ...params, caller });
    return null;
  });
}

async function newRecoveryCodes(
  userPool: UserPool,
  request: { username: string; code: string },
  caller: Caller,
): Promise<{ codes: string[] }> {
  const user = await findPoolUser(userPool.database.reader, request.username);
  if (!user?.isTotpEnabled) throw badRequest(messages.mfaIsOff);
  const result = await makeRecoveryCodes(userPool, request, caller);
  if (result.outcome !== 'created') throw rejections[result.outcome]();
  return { codes: result.codes };
}

const rejections: Readonly<Record<Exclude<RecoveryCodesResult['outcome'], 'created'>, () => HttpError>> = {
  wrong: () => invalid({ code: fieldMessages.codeWrong }),
  used: () => invalid({ code: fieldMessages.codeUsed }),
  locked: () => tooManyRequests(messages.tooManyRequests),
};
