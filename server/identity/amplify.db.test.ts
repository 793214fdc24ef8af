import {
  confirmResetPassword,
  confirmSignIn,
  confirmSignUp,
  confirmUserAttribute,
  deleteUser,
  fetchAuthSession,
  fetchMFAPreference,
  fetchUserAttributes,
  getCurrentUser,
  resendSignUpCode,
  resetPassword,
  setUpTOTP,
  signIn,
  signOut,
  signUp,
  updateMFAPreference,
  updatePassword,
  updateUserAttribute,
  verifyTOTPSetup,
} from '@aws-amplify/auth';
import { generateSync } from 'otplib';
import { expect, test } from 'vitest';
import { configureAmplify } from '#testing/amplify-client.ts';
import { type TestApp, testApp, testUserPool } from '#testing/app.ts';
import { testClock } from '#testing/clock.ts';
import { testDatabase } from '#testing/database.ts';
import { givenUser } from '#testing/given-user.ts';

const EMAIL = 'hanako@example.com';
const PASSWORD = 'correct horse battery';
const NEW_PASSWORD = 'a new battery staple';

const clockNow = () => testClock(new Date().toISOString());

async function amplifyApp(tools: Parameters<typeof testApp>[0] = {}): Promise<TestApp> {
  const app = await testApp({ clock: clockNow(), ...tools });
  await configureAmplify(app);
  return app;
}

function mailedCode(app: TestApp, kind: string): string {
  const mail = app.mails.at(-1);
  expect(mail?.kind).toBe(kind);
  return mail && 'code' in mail.values ? mail.values.code : '';
}

function codeOf({ clock }: TestApp, secret: string, steps = 0): string {
  return generateSync({ secret, epoch: Math.floor(clock.now().getTime() / 1000) + steps * 30 });
}

test('Amplify signs up, confirms the address and signs in', async () => {
  const app = await amplifyApp();
  const { isSignUpComplete, nextStep } = await signUp({
    username: EMAIL,
    password: PASSWORD,
    options: { userAttributes: { email: EMAIL, name: 'Hanako' } },
  });
  expect({ isSignUpComplete, nextStep }).toMatchObject({
    isSignUpComplete: false,
    nextStep: { signUpStep: 'CONFIRM_SIGN_UP', codeDeliveryDetails: { deliveryMedium: 'EMAIL' } },
  });
  const early = await signIn({ username: EMAIL, password: PASSWORD });
  expect(early).toMatchObject({ isSignedIn: false, nextStep: { signInStep: 'CONFIRM_SIGN_UP' } });
  await resendSignUpCode({ username: EMAIL });
  const confirmationCode = mailedCode(app, 'confirm-sign-up');
  expect(await confirmSignUp({ username: EMAIL, confirmationCode })).toMatchObject({ isSignUpComplete: true });
  expect(await signIn({ username: EMAIL, password: PASSWORD })).toEqual({
    isSignedIn: true,
    nextStep: { signInStep: 'DONE' },
  });
  expect(await fetchUserAttributes()).toMatchObject({ email: EMAIL, email_verified: 'true', name: 'Hanako' });
  await signOut();
});

test('Amplify resumes, refreshes and ends a session', async () => {
  const app = await amplifyApp();
  const given = await givenUser(app, { username: 'hanako', role: 'editor' });
  await signIn({ username: EMAIL, password: PASSWORD });
  const { tokens } = await fetchAuthSession();
  expect(tokens?.idToken?.payload).toMatchObject({ 'cognito:username': 'hanako', 'custom:role': 'editor' });
  expect(await getCurrentUser()).toMatchObject({ username: 'hanako' });
  const refreshed = await fetchAuthSession({ forceRefresh: true });
  expect(refreshed.tokens?.accessToken.toString()).not.toBe(tokens?.accessToken.toString());
  expect(refreshed.tokens?.accessToken.payload.origin_jti).toBe(tokens?.accessToken.payload.origin_jti);
  const bearer = { authorization: `Bearer ${refreshed.tokens?.accessToken}` };
  expect((await app.get('/api/account', bearer)).status).toBe(200);
  await signOut();
  expect((await app.get('/api/account', bearer)).status).toBe(401);
  expect((await given.send('GET', '/api/account')).status).toBe(200);
  expect((await fetchAuthSession()).tokens).toBeUndefined();
});

test('Amplify signs out everywhere', async () => {
  const app = await amplifyApp();
  const given = await givenUser(app, { username: 'hanako' });
  await signIn({ username: EMAIL, password: PASSWORD });
  await signOut({ global: true });
  expect((await given.send('GET', '/api/account')).status).toBe(401);
});

test('Amplify changes and resets a password', async () => {
  const app = await amplifyApp();
  await givenUser(app, { username: 'hanako' });
  await signIn({ username: EMAIL, password: PASSWORD });
  await updatePassword({ oldPassword: PASSWORD, newPassword: NEW_PASSWORD });
  await signOut();
  await expect(signIn({ username: EMAIL, password: PASSWORD })).rejects.toMatchObject({
    name: 'NotAuthorizedException',
  });
  expect(await resetPassword({ username: EMAIL })).toMatchObject({
    nextStep: {
      resetPasswordStep: 'CONFIRM_RESET_PASSWORD_WITH_CODE',
      codeDeliveryDetails: { deliveryMedium: 'EMAIL' },
    },
  });
  const confirmationCode = mailedCode(app, 'forgot-password');
  await confirmResetPassword({ username: EMAIL, newPassword: 'yet another staple', confirmationCode });
  expect(await signIn({ username: EMAIL, password: 'yet another staple' })).toMatchObject({ isSignedIn: true });
  await signOut();
});

test('Amplify changes the address with a code', async () => {
  const app = await amplifyApp();
  await givenUser(app, { username: 'hanako' });
  await signIn({ username: EMAIL, password: PASSWORD });
  const change = await updateUserAttribute({ userAttribute: { attributeKey: 'email', value: 'new@example.com' } });
  expect(change).toMatchObject({ isUpdated: false, nextStep: { updateAttributeStep: 'CONFIRM_ATTRIBUTE_WITH_CODE' } });
  expect(await fetchUserAttributes()).toMatchObject({ email: 'new@example.com', email_verified: 'false' });
  const mail = app.mails.find(({ kind }) => kind === 'verify-email');
  const confirmationCode = mail && 'code' in mail.values ? mail.values.code : '';
  await confirmUserAttribute({ userAttributeKey: 'email', confirmationCode });
  expect(await fetchUserAttributes()).toMatchObject({ email: 'new@example.com', email_verified: 'true' });
  await signOut();
});

test('Amplify completes NEW_PASSWORD_REQUIRED', async () => {
  const app = await amplifyApp();
  await givenUser(app, { username: 'hanako', status: 'FORCE_CHANGE_PASSWORD' });
  expect(await signIn({ username: EMAIL, password: PASSWORD })).toMatchObject({
    nextStep: { signInStep: 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED' },
  });
  expect(await confirmSignIn({ challengeResponse: NEW_PASSWORD })).toMatchObject({ isSignedIn: true });
  await signOut();
});

test('Amplify sets up an authenticator app and signs in', async () => {
  const app = await amplifyApp();
  await givenUser(app, { username: 'hanako' });
  await signIn({ username: EMAIL, password: PASSWORD });
  expect(await fetchMFAPreference()).toEqual({});
  const { sharedSecret, getSetupUri } = await setUpTOTP();
  expect(getSetupUri('Kawaraban', EMAIL).searchParams.get('secret')).toBe(sharedSecret);
  await expect(verifyTOTPSetup({ code: 'abcdef' })).rejects.toMatchObject({ name: 'EnableSoftwareTokenMFAException' });
  await verifyTOTPSetup({ code: codeOf(app, sharedSecret, -1) });
  await updateMFAPreference({ totp: 'PREFERRED' });
  expect(await fetchMFAPreference()).toEqual({ enabled: ['TOTP'], preferred: 'TOTP' });
  await signOut();

  const requests = { isSignedIn: false, nextStep: { signInStep: 'CONFIRM_SIGN_IN_WITH_TOTP_CODE' } };
  expect(await signIn({ username: EMAIL, password: PASSWORD })).toEqual(requests);
  await expect(confirmSignIn({ challengeResponse: 'abcdef' })).rejects.toMatchObject({ name: 'CodeMismatchException' });
  const challengeResponse = codeOf(app, sharedSecret);
  expect(await confirmSignIn({ challengeResponse })).toMatchObject({ isSignedIn: true });
  await updateMFAPreference({ totp: 'DISABLED' });
  await signOut();
  expect(await signIn({ username: EMAIL, password: PASSWORD })).toMatchObject({ isSignedIn: true });
  await signOut();
});

test('Amplify completes MFA_SETUP during sign-in', async () => {
  const database = await testDatabase();
  const clock = clockNow();
  const userPool = await testUserPool({ database, clock, mfaRequiredOf: 'console' });
  const app = await amplifyApp({ database, clock, userPool });
  await givenUser(app, { username: 'hanako', role: 'admin' });
  const { nextStep } = await signIn({ username: EMAIL, password: PASSWORD });
  if (nextStep.signInStep !== 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP') throw new Error(nextStep.signInStep);
  const challengeResponse = codeOf(app, nextStep.totpSetupDetails.sharedSecret);
  expect(await confirmSignIn({ challengeResponse })).toMatchObject({ isSignedIn: true });
  expect(await fetchUserAttributes()).toMatchObject({ 'custom:role': 'admin' });
  await signOut();
});

test('Amplify deletes the account', async () => {
  const app = await amplifyApp();
  await givenUser(app, { username: 'hanako', role: 'normal' });
  await signIn({ username: EMAIL, password: PASSWORD });
  await deleteUser();
  await expect(signIn({ username: EMAIL, password: PASSWORD })).rejects.toMatchObject({
    name: 'NotAuthorizedException',
  });
});

test('CORS allows every header that Amplify sends', async () => {
  const app = await amplifyApp();
  const sent = new Set<string>();
  app.app.server.on('request', ({ headers }) => {
    for (const name of Object.keys(headers)) sent.add(name);
  });
  await signIn({ username: EMAIL, password: PASSWORD }).catch(() => undefined);
  const preflight = await app.app.inject({
    method: 'OPTIONS',
    url: '/identity/',
    headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
  });
  const allowed = String(preflight.headers['access-control-allow-headers']).toLowerCase().split(/, */);
  const own = [...sent].filter((name) => /^(x-)?amz|^x-amz|^cache-control$|^content-type$/.test(name));
  expect(own).toContain('amz-sdk-request');
  expect(allowed).toEqual(expect.arrayContaining(own));
});
