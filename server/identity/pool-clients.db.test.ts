import {
  ChangePasswordCommand,
  type CognitoIdentityProviderClient,
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  DeleteUserAttributesCommand,
  DeleteUserCommand,
  ForgotPasswordCommand,
  GetUserAttributeVerificationCodeCommand,
  GetUserCommand,
  GlobalSignOutCommand,
  InitiateAuthCommand,
  ResendConfirmationCodeCommand,
  RevokeTokenCommand,
  SignUpCommand,
  UpdateUserAttributesCommand,
  VerifyUserAttributeCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { CognitoUserAttribute } from 'amazon-cognito-identity-js';
import { expect, test } from 'vitest';
import { type TestApp, testApp, testUserPool } from '#testing/app.ts';
import { awsPoolClient } from '#testing/aws-pool-client.ts';
import { testClock } from '#testing/clock.ts';
import { testDatabase } from '#testing/database.ts';
import { poolClient } from '#testing/pool-client.ts';
import type { Mail } from '../mail/index.ts';

const PASSWORD = 'correct horse battery';
const NEXT = 'a new battery staple';
const EMAIL = 'hanako@example.com';

const appNow = () => testApp({ clock: testClock(new Date().toISOString()) });

async function openApp(): Promise<TestApp> {
  const clock = testClock(new Date().toISOString());
  const database = await testDatabase();
  const mails: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void mails.push(mail) };
  const userPool = await testUserPool({ database, clock, mailer, isUserPasswordAuthEnabled: true });
  return { ...(await testApp({ clock, database, userPool })), mails };
}

function codeOf({ mails }: TestApp, kind: string): string {
  const mail = mails.findLast((each) => each.kind === kind);
  if (!mail || !('code' in mail.values)) throw new Error(`No code was mailed as ${kind}.`);
  return mail.values.code;
}

function answerOf<Result>(
  run: (callback: (error?: Error | null, result?: Result) => void) => void,
): Promise<Result | undefined> {
  return new Promise((resolve, reject) => {
    run((error, result) => (error ? reject(error) : resolve(result)));
  });
}

function outcomeOf(
  run: (callbacks: { onSuccess: (result: unknown) => void; onFailure: (error: Error) => void }) => void,
): Promise<unknown> {
  return new Promise((onSuccess, onFailure) => run({ onSuccess, onFailure }));
}

test('amazon-cognito-identity-js signs up, confirms, signs in and deletes', async () => {
  const app = await appNow();
  const { user, ...client } = await poolClient(app, EMAIL);
  const sub = await client.signUp(PASSWORD, { name: '花子', email: EMAIL, updated_at: '1789000000' });
  await expect(client.signUp('short')).rejects.toMatchObject({ code: 'InvalidPasswordException' });
  await expect(client.signIn(PASSWORD)).rejects.toMatchObject({ code: 'UserNotConfirmedException' });
  const resent = await answerOf((callback) => user.resendConfirmationCode(callback));
  expect(resent).toMatchObject({ CodeDeliveryDetails: { Destination: expect.stringMatching(/^.\*{3}@.\*{3}$/) } });
  const code = codeOf(app, 'confirm-sign-up');
  const wrong = code === '000000' ? '000001' : '000000';
  const confirm = (given: string) => answerOf((callback) => user.confirmRegistration(given, false, callback));
  await expect(confirm(wrong)).rejects.toMatchObject({ code: 'CodeMismatchException' });
  expect(await confirm(code)).toBe('SUCCESS');
  await client.signIn(PASSWORD);
  expect(await client.attributes()).toMatchObject({ sub, name: '花子', email: EMAIL, email_verified: 'true' });
  expect(await answerOf((callback) => user.deleteUser(callback))).toBe('SUCCESS');
  await expect((await poolClient(app, EMAIL)).signIn(PASSWORD)).rejects.toMatchObject({
    code: 'NotAuthorizedException',
  });
});

test('amazon-cognito-identity-js changes attributes, address and password', async () => {
  const app = await appNow();
  const { user, ...client } = await poolClient(app, EMAIL);
  await client.signUp(PASSWORD, { email: EMAIL });
  await answerOf((callback) => user.confirmRegistration(codeOf(app, 'confirm-sign-up'), false, callback));
  await client.signIn(PASSWORD);
  const update = (Name: string, Value: string) =>
    answerOf((callback) => user.updateAttributes([new CognitoUserAttribute({ Name, Value })], callback));
  expect(await update('nickname', 'はな')).toBe('SUCCESS');
  await expect(update('custom:role', 'admin')).rejects.toMatchObject({ code: 'NotAuthorizedException' });
  await update('email', 'hana@elsewhere.example');
  await outcomeOf(({ onSuccess, onFailure }) =>
    user.getAttributeVerificationCode('email', { onSuccess, onFailure, inputVerificationCode: onSuccess }),
  );
  expect(await client.attributes()).toMatchObject({ email_verified: 'false', nickname: 'はな' });
  await outcomeOf((callbacks) => user.verifyAttribute('email', codeOf(app, 'verify-email'), callbacks));
  expect(await client.attributes()).toMatchObject({ email: 'hana@elsewhere.example', email_verified: 'true' });
  expect(await answerOf((callback) => user.deleteAttributes(['nickname'], callback))).toBe('SUCCESS');
  expect(await answerOf((callback) => user.changePassword(PASSWORD, NEXT, callback))).toBe('SUCCESS');
  await expect(answerOf((callback) => user.changePassword(PASSWORD, NEXT, callback))).rejects.toMatchObject({
    code: 'NotAuthorizedException',
  });
  await outcomeOf(({ onSuccess, onFailure }) =>
    user.forgotPassword({ onSuccess, onFailure, inputVerificationCode: onSuccess }),
  );
  await outcomeOf((callbacks) => user.confirmPassword(codeOf(app, 'forgot-password'), PASSWORD, callbacks));
  const again = await poolClient(app, 'hana@elsewhere.example');
  expect((await again.signIn(PASSWORD)).isValid()).toBe(true);
});

const named = (name: string) => expect.objectContaining({ name });

async function signInBySdk(client: CognitoIdentityProviderClient, ClientId: string, password: string) {
  const AuthParameters = { USERNAME: EMAIL, PASSWORD: password };
  const command = new InitiateAuthCommand({ AuthFlow: 'USER_PASSWORD_AUTH', ClientId, AuthParameters });
  const { AuthenticationResult: tokens } = await client.send(command);
  return { AccessToken: tokens?.AccessToken ?? '', RefreshToken: tokens?.RefreshToken ?? '' };
}

test('AWS SDK signs up, signs in, refreshes and revokes', async () => {
  const app = await openApp();
  const client = await awsPoolClient(app);
  const { clientId: ClientId } = app.userPool;
  const Username = EMAIL;
  const created = await client.send(
    new SignUpCommand({ ClientId, Username, Password: PASSWORD, UserAttributes: [{ Name: 'name', Value: '花子' }] }),
  );
  expect(created).toMatchObject({ UserConfirmed: false, CodeDeliveryDetails: { DeliveryMedium: 'EMAIL' } });
  await expect(signInBySdk(client, ClientId, PASSWORD)).rejects.toEqual(named('UserNotConfirmedException'));
  await client.send(new ResendConfirmationCodeCommand({ ClientId, Username }));
  const ConfirmationCode = codeOf(app, 'confirm-sign-up');
  await client.send(new ConfirmSignUpCommand({ ClientId, Username, ConfirmationCode }));
  const { AccessToken, RefreshToken } = await signInBySdk(client, ClientId, PASSWORD);
  const user = await client.send(new GetUserCommand({ AccessToken }));
  expect(user.UserAttributes).toContainEqual({ Name: 'sub', Value: created.UserSub });
  const AuthParameters = { REFRESH_TOKEN: RefreshToken };
  const refresh = new InitiateAuthCommand({ AuthFlow: 'REFRESH_TOKEN_AUTH', ClientId, AuthParameters });
  expect((await client.send(refresh)).AuthenticationResult).toMatchObject({ ExpiresIn: 3600, TokenType: 'Bearer' });
  await client.send(new RevokeTokenCommand({ ClientId, Token: RefreshToken }));
  await expect(client.send(refresh)).rejects.toEqual(named('NotAuthorizedException'));
  await expect(client.send(new GetUserCommand({ AccessToken }))).rejects.toEqual(named('NotAuthorizedException'));
});

test('AWS SDK changes, resets, deletes and recognizes errors', async () => {
  const app = await openApp();
  const client = await awsPoolClient(app);
  const { clientId: ClientId } = app.userPool;
  const Username = EMAIL;
  const signUp = (Password: string) => client.send(new SignUpCommand({ ClientId, Username, Password }));
  const confirm = (ConfirmationCode: string) =>
    client.send(new ConfirmSignUpCommand({ ClientId, Username, ConfirmationCode }));
  await expect(signUp('password1')).rejects.toEqual(named('InvalidPasswordException'));
  await signUp(PASSWORD);
  const wrong = codeOf(app, 'confirm-sign-up') === '000000' ? '000001' : '000000';
  await expect(confirm(wrong)).rejects.toEqual(named('CodeMismatchException'));
  await confirm(codeOf(app, 'confirm-sign-up'));
  const { AccessToken } = await signInBySdk(client, ClientId, PASSWORD);
  const UserAttributes = [{ Name: 'email', Value: 'hana@elsewhere.example' }];
  const updated = await client.send(new UpdateUserAttributesCommand({ AccessToken, UserAttributes }));
  expect(updated.CodeDeliveryDetailsList).toEqual([
    { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: 'h***@e***' },
  ]);
  const AttributeName = 'email';
  await client.send(new GetUserAttributeVerificationCodeCommand({ AccessToken, AttributeName }));
  const Code = codeOf(app, 'verify-email');
  await client.send(new VerifyUserAttributeCommand({ AccessToken, AttributeName, Code }));
  await client.send(
    new UpdateUserAttributesCommand({ AccessToken, UserAttributes: [{ Name: 'email', Value: EMAIL }] }),
  );
  await client.send(new VerifyUserAttributeCommand({ AccessToken, AttributeName, Code: codeOf(app, 'verify-email') }));
  await client.send(new DeleteUserAttributesCommand({ AccessToken, UserAttributeNames: ['nickname'] }));
  await client.send(new ChangePasswordCommand({ AccessToken, PreviousPassword: PASSWORD, ProposedPassword: NEXT }));
  await client.send(new ForgotPasswordCommand({ ClientId, Username }));
  const forgotten = { ClientId, Username, ConfirmationCode: codeOf(app, 'forgot-password'), Password: PASSWORD };
  await client.send(new ConfirmForgotPasswordCommand(forgotten));
  const again = await signInBySdk(client, ClientId, PASSWORD);
  await client.send(new GlobalSignOutCommand({ AccessToken: again.AccessToken }));
  const last = await signInBySdk(client, ClientId, PASSWORD);
  await client.send(new DeleteUserCommand({ AccessToken: last.AccessToken }));
  await expect(signInBySdk(client, ClientId, PASSWORD)).rejects.toEqual(named('NotAuthorizedException'));
  const forget = new ForgotPasswordCommand({ ClientId, Username: 'nobody@example.com' });
  for (let time = 0; time < 5; time += 1) await client.send(forget);
  await expect(client.send(forget)).rejects.toEqual(named('LimitExceededException'));
  app.clock.moveTo(new Date(Date.now() + 3_600_000).toISOString());
  await signUp(PASSWORD);
  const code = codeOf(app, 'confirm-sign-up');
  app.clock.moveTo(new Date(Date.now() + 2 * 3_600_000).toISOString());
  await expect(confirm(code)).rejects.toEqual(named('ExpiredCodeException'));
});
