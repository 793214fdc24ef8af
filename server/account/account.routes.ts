import { accountApi } from '#contract/account.ts';
import { fieldMessages, messages } from '#contract/errors.ts';
import type { Actor } from '../http/actor.ts';
import type { Caller } from '../http/caller.ts';
import { badRequest, forbidden, type HttpError, invalid, notFound, tooManyRequests } from '../http/errors.ts';
import type { Api } from '../http/implement.ts';
import {
  endSession,
  endSessions,
  findOwnAccount,
  identitiesOf,
  linkAddress,
  linkIdentity,
  type MadeRecoveryCodes,
  makeRecoveryCodes,
  sessionsOf,
  type UserPool,
  unlinkIdentity,
} from '../identity/index.ts';
import { listServicesOf } from '../services/index.ts';
import { deleteAccount } from './delete-account.ts';
import { type AccountTools, describeAccount } from './describe-account.ts';
import { exportAccount } from './export-account.ts';
import { namesOf } from './names-of.ts';
import { deletePhoto } from './photo.repository.ts';
import { type PhotoTools, takePhoto } from './save-photo.ts';

export function accountRoutes(api: Api, tools: AccountTools & PhotoTools): void {
  const { database } = tools;
  api.implement(accountApi.services, ({ actor }) => listServicesOf(database.reader, actor.serviceIds));
  api.implement(accountApi.names, ({ query }) => namesOf(tools, query.usernames));
  api.implement(accountApi.read, ({ actor }) => describeAccount(tools, person(actor)));
  api.implement(accountApi.savePhoto, async ({ actor, body }) => {
    await takePhoto(tools, { username: person(actor).username, ...body });
    return describeAccount(tools, actor);
  });
  api.implement(accountApi.deletePhoto, async ({ actor }) => {
    await deletePhoto(database.writer, person(actor).username);
    return describeAccount(tools, actor);
  });
  api.implement(accountApi.export, ({ actor, caller }) => exportAccount(tools, person(actor), caller));
  api.implement(accountApi.remove, async ({ actor, caller }) => {
    await deleteAccount(tools, person(actor).username, caller);
    return null;
  });
  embeddedRoutes(api, tools);
}

function embeddedRoutes(api: Api, { userPool }: AccountTools): void {
  const embedded = () => {
    if (!userPool) throw notFound();
    return userPool;
  };
  api.implement(accountApi.sessions, async ({ actor }) => sessionsOf(embedded(), person(actor)));
  api.implement(accountApi.endSession, async ({ actor, params, caller }) => {
    if (!(await endSession(embedded(), person(actor), { ...params, caller }))) throw notFound();
    return null;
  });
  api.implement(accountApi.endSessions, async ({ actor, caller }) => {
    await endSessions(embedded(), person(actor), caller);
    return null;
  });
  api.implement(accountApi.makeRecoveryCodes, ({ actor, body, caller }) =>
    newRecoveryCodes(embedded(), { username: person(actor).username, ...body }, caller),
  );
}

function person(actor: Actor): Actor {
  if (actor.kind !== 'user') throw forbidden();
  return actor;
}

async function newRecoveryCodes(
  userPool: UserPool,
  request: { username: string; code: string },
  caller: Caller,
): Promise<{ codes: string[] }> {
  const account = await findOwnAccount(userPool, request.username);
  if (!account?.isMfaEnabled) throw badRequest(messages.mfaIsOff);
  const made = await makeRecoveryCodes(userPool, request, caller);
  if (made.outcome !== 'made') throw rejections[made.outcome]();
  return { codes: made.codes };
}

const rejections: Readonly<Record<Exclude<MadeRecoveryCodes['outcome'], 'made'>, () => HttpError>> = {
  wrong: () => invalid({ code: fieldMessages.codeWrong }),
  used: () => invalid({ code: fieldMessages.codeUsed }),
  locked: () => tooManyRequests(messages.tooManyRequests),
};

export function linkedIdentityRoutes(api: Api, { userPool }: { userPool: UserPool | undefined }): void {
  const embedded = () => {
    if (!userPool) throw notFound();
    return userPool;
  };
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
