import { withToken } from './session.ts';
import { nowInSeconds, toPoolAttributes } from './sign-up.ts';
import { callPoolSigned, type PoolError } from './user-pool.ts';

/**
 * Calls in this file reject with the pool's `PoolError`, or with `SessionLost` when the pool no longer accepts the
 * session.
 */

export async function changePassword(current: string, proposed: string): Promise<void> {
  await callSigned('ChangePassword', { PreviousPassword: current, ProposedPassword: proposed });
}

export async function saveName(name: string): Promise<void> {
  await saveAttributes({ name });
}

/** The new address takes effect when the code mailed to it is verified. */
export async function saveEmail(email: string): Promise<void> {
  await saveAttributes({ email });
}

async function saveAttributes(attributes: Readonly<Record<string, string>>): Promise<void> {
  const UserAttributes = toPoolAttributes({ ...attributes, updated_at: nowInSeconds() });
  await callSigned('UpdateUserAttributes', { UserAttributes });
}

export async function requestEmailCode(): Promise<void> {
  await callSigned('GetUserAttributeVerificationCode', { AttributeName: 'email' });
}

export async function verifyEmail(code: string): Promise<void> {
  await callSigned('VerifyUserAttribute', { AttributeName: 'email', Code: code });
}

/** The TOTP secret takes effect when `proveAppSecret` verifies a code. */
export async function requestAppSecret(): Promise<string> {
  const { SecretCode } = await callSigned<{ SecretCode: string }>('AssociateSoftwareToken', {});
  return SecretCode;
}

export async function proveAppSecret(code: string): Promise<void> {
  await callSigned('VerifySoftwareToken', { UserCode: code });
}

export async function setTwoFactor(isEnabled: boolean): Promise<void> {
  const SoftwareTokenMfaSettings = { Enabled: isEnabled, PreferredMfa: isEnabled };
  await callSigned('SetUserMFAPreference', { SoftwareTokenMfaSettings });
}

export async function signOutEverywhere(): Promise<void> {
  await callSigned('GlobalSignOut', {});
}

function callSigned<Answered = unknown>(operation: string, parameters: object): Promise<Answered> {
  return withToken(
    (AccessToken) => callPoolSigned<Answered>(operation, { AccessToken, ...parameters }),
    isTokenRejected,
  );
}

/** Cognito uses one error code for wrong passwords and invalid tokens; only the message differs. */
function isTokenRejected(error: unknown): boolean {
  const { code, message = '' } = error instanceof Error ? (error as PoolError) : {};
  return code === 'NotAuthorizedException' && /\btoken\b/i.test(message);
}
