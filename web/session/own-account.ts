import { withToken } from './session.ts';
import { nowInSeconds, toPoolAttributes } from './sign-up.ts';
import { callPoolSigned, type PoolError } from './user-pool.ts';

/**
 * Calls of the user pool about whoever is signed in. They reject with the pool's own error,
 * or with `SessionLost` where the pool no longer takes the session.
 */

export async function changePassword(current: string, proposed: string): Promise<void> {
  await callSigned('ChangePassword', { PreviousPassword: current, ProposedPassword: proposed });
}

export async function saveName(name: string): Promise<void> {
  await saveAttributes({ name });
}

/** Makes it the account's address as soon as the code that is mailed to it comes back. */
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

/** A new secret for an authenticator app; it counts when a code proves that the app has it. */
export async function requestAppSecret(): Promise<string> {
  const { SecretCode } = await callSigned<{ SecretCode: string }>('AssociateSoftwareToken', {});
  return SecretCode;
}

export async function proveAppSecret(code: string): Promise<void> {
  await callSigned('VerifySoftwareToken', { UserCode: code });
}

/** Whether a one-time code is asked for at sign-in. */
export async function setTwoStepSignIn(isEnabled: boolean): Promise<void> {
  const SoftwareTokenMfaSettings = { Enabled: isEnabled, PreferredMfa: isEnabled };
  await callSigned('SetUserMFAPreference', { SoftwareTokenMfaSettings });
}

/** Ends every session of the account, this one too. */
export async function signOutEverywhere(): Promise<void> {
  await callSigned('GlobalSignOut', {});
}

function callSigned<Answered = unknown>(operation: string, parameters: object): Promise<Answered> {
  return withToken(
    (AccessToken) => callPoolSigned<Answered>(operation, { AccessToken, ...parameters }),
    isTokenRefused,
  );
}

/** The protocol has one code for a wrong password and for a token that is no longer good; only the text differs. */
function isTokenRefused(error: unknown): boolean {
  const { code, message = '' } = error instanceof Error ? (error as PoolError) : {};
  return code === 'NotAuthorizedException' && /\btoken\b/i.test(message);
}
