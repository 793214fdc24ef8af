import { accountApi } from '#contract/account.ts';
import { notFound } from '../http/errors.ts';
import type { Api } from '../http/implement.ts';
import { identitiesOf, linkAddress, linkIdentity, type UserPool, unlinkIdentity } from '../identity/index.ts';

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
