import { expect, onTestFinished, test } from 'vitest';
import { connect } from '#server/database/connect.ts';
import { type TestApp, testApp, testUserPool } from '#testing/app.ts';
import { callPool, type PoolAnswer } from '#testing/call-pool.ts';
import { testClock } from '#testing/clock.ts';
import { testDatabaseWithTarget } from '#testing/database.ts';
import { givenUser } from '#testing/given-user.ts';

const PASSWORDS = ['a new battery staple', 'another battery staple', 'no more battery staples'];

async function threeProcesses(): Promise<readonly [TestApp, ...TestApp[]]> {
  const { database, target } = await testDatabaseWithTarget();
  const clock = testClock();
  const setUp = async (given: typeof database) => {
    const userPool = await testUserPool({
      database: given,
      clock,
      mailer: { send: async (mail) => void mails.push(mail) },
    });
    return testApp({ database: given, clock, userPool });
  };
  const mails: TestApp['mails'] = [];
  const first = { ...(await setUp(database)), mails };
  const others: TestApp[] = [];
  while (others.length < 2) {
    const other = connect(target);
    onTestFinished(() => other.close());
    others.push(await setUp(other));
  }
  return [first, ...others];
}

function codeOf({ mails }: TestApp): string {
  const mail = mails.findLast(({ values }) => 'code' in values);
  if (!mail || !('code' in mail.values)) throw new Error('No code was mailed.');
  return mail.values.code;
}

function successfulIndexes(answers: readonly PoolAnswer[]): number[] {
  const rejected = answers.filter(({ status }) => status !== 200);
  for (const { status, json } of rejected) expect([status, json.__type]).toEqual([400, 'CodeMismatchException']);
  return answers.flatMap(({ status }, index) => (status === 200 ? [index] : []));
}

test('reset codes sent to several processes work once', async () => {
  const processes = await threeProcesses();
  const [app] = processes;
  await givenUser(app, { username: 'hanako' });
  const { clientId: ClientId } = app.userPool;
  await callPool(app, 'ForgotPassword', { ClientId, Username: 'hanako' });
  const ConfirmationCode = codeOf(app);
  const reset = (process: TestApp, index: number) => {
    const Password = PASSWORDS[index];
    return callPool(process, 'ConfirmForgotPassword', { ClientId, Username: 'hanako', ConfirmationCode, Password });
  };
  const succeeded = successfulIndexes(await Promise.all(processes.map(reset)));
  expect(succeeded).toHaveLength(1);
  expect(app.mails.filter(({ kind }) => kind === 'password-changed')).toHaveLength(1);
  expect(successfulIndexes(await Promise.all(processes.map(reset)))).toEqual([]);
});

test('sign-up and email codes work at one process only', async () => {
  const processes = await threeProcesses();
  const [app] = processes;
  const { clientId: ClientId } = app.userPool;
  const Username = 'grace@example.com';
  await callPool(app, 'SignUp', { ClientId, Username, Password: PASSWORDS[0] });
  const ConfirmationCode = codeOf(app);
  const confirm = (process: TestApp) => callPool(process, 'ConfirmSignUp', { ClientId, Username, ConfirmationCode });
  expect(successfulIndexes(await Promise.all(processes.map(confirm)))).toHaveLength(1);
  const { accessToken: AccessToken } = await givenUser(app, { username: 'hanako' });
  const UserAttributes = [{ Name: 'email', Value: 'hana@elsewhere.example' }];
  await callPool(app, 'UpdateUserAttributes', { AccessToken, UserAttributes });
  const Code = codeOf(app);
  const verify = (process: TestApp) =>
    callPool(process, 'VerifyUserAttribute', { AccessToken, AttributeName: 'email', Code });
  expect(successfulIndexes(await Promise.all(processes.map(verify)))).toHaveLength(1);
  const changed = app.database.reader.selectFrom('auditLog').select('action').where('action', '=', 'email-changed');
  expect(await changed.execute()).toHaveLength(1);
});
