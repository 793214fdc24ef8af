import type { Call } from '#contract/api-client.ts';
import { createSignedInUser } from '#server/identity/index.ts';
import { isService } from '#server/services/index.ts';
import type { TestApp } from './app.ts';
import { givenService } from './given.ts';

export interface GivenUser {
  readonly username: string;
  readonly accessToken: string;
  readonly idToken: string;
  readonly refreshToken: string;
  readonly call: Call;
  readonly send: TestApp['send'];
}

let made = 0;

export async function givenUser(
  app: TestApp,
  {
    role = 'editor' as 'admin' | 'editor' | 'viewer' | 'normal',
    serviceIds = ['news'] as readonly string[],
    username = nextUsername() as string,
    password = 'correct horse battery',
    email = `${username}@example.com` as string,
    isEmailVerified = true,
    status = 'CONFIRMED' as 'CONFIRMED' | 'UNCONFIRMED' | 'FORCE_CHANGE_PASSWORD' | 'EXTERNAL_PROVIDER',
  } = {},
): Promise<GivenUser> {
  const { database, userPool } = app;
  for (const serviceId of serviceIds) {
    if (!(await isService(database.writer, serviceId))) await givenService(app, { serviceId });
  }
  const account = { username, email, password, status, isEmailVerified };
  const tokens = await createSignedInUser(userPool, { ...account, role, serviceIds });
  const authorization = `Bearer ${tokens.accessToken}`;
  return {
    username,
    ...tokens,
    call: app.callWith(tokens.accessToken),
    send: (method, url, { body, headers = {} } = {}) =>
      app.send(method, url, { ...(body !== undefined && { body }), headers: { authorization, ...headers } }),
  };
}

function nextUsername(): string {
  made += 1;
  return `user-${made}`;
}
