export { CognitoError } from './cognito-error.ts';
export { createPoolUser } from './create-pool-user.ts';
export { createFirstAdmin, type FirstAdmin } from './first-admin.ts';
export { identityRoutes } from './identity.routes.ts';
export { resetPassword } from './reset-password.ts';
export { newSigningKeyPair } from './signing-keys.ts';
export { openSession, verifyToken } from './tokens.ts';
export { openUserPool, type UserPool, type UserPoolOptions, WrongSecretError } from './user-pool.ts';
