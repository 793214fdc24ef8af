export { CognitoError } from './cognito-error.ts';
export { createPoolUser } from './create-pool-user.ts';
export { createFirstAdmin, type FirstAdmin } from './first-admin.ts';
export { welcomeFirstAdmin } from './hosted/first-hosted-admin.ts';
export { hostedIdentity } from './hosted/hosted-identity.ts';
export { identityRoutes } from './identity.routes.ts';
export { embeddedIdentity, type Identity } from './identity.ts';
export { identitiesOf, linkAddress, linkIdentity, unlinkIdentity } from './oauth/link-identity.ts';
export type { ProviderConfig } from './oauth/providers.ts';
export {
  deleteOwnAccount,
  endSession,
  endSessions,
  findOwnAccount,
  listOwnIdentities,
  sessionsOf,
} from './own-account.ts';
export { deletePoolUser } from './pool-user.repository.ts';
export { startPoolPruning } from './prune-pool.ts';
export { requireActionQuota } from './quota.ts';
export { type MadeRecoveryCodes, makeRecoveryCodes } from './recovery-codes.ts';
export { resetPassword } from './reset-password.ts';
export { rotateSecret } from './rotate-secret.ts';
export { newSigningKeyPair } from './signing-keys.ts';
export { openSession, verifyToken } from './tokens.ts';
export {
  findPoolId,
  isSealed,
  isSecretOf,
  noteSecret,
  openUserPool,
  type UserPool,
  type UserPoolOptions,
  WrongSecretError,
} from './user-pool.ts';
