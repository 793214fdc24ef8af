import {
  AuthenticationDetails,
  CognitoUser,
  CognitoUserPool,
  type CognitoUserSession,
  type ICognitoStorage,
} from 'amazon-cognito-identity-js';
import type { TestApp } from './app.ts';

export interface PoolClient {
  /** The library's own object, for what has no shorter way here. */
  readonly user: CognitoUser;
  /** Signs in by SRP, and with the new password where one is demanded. */
  signIn(password: string, newPassword?: string): Promise<CognitoUserSession>;
  getSession(): Promise<CognitoUserSession>;
  refresh(): Promise<CognitoUserSession>;
  attributes(): Promise<Record<string, string>>;
}

/** The browser's client of user pools as it is, speaking to the application over a port. */
export async function poolClient({ app, userPool }: TestApp, name: string): Promise<PoolClient> {
  const address = app.server.listening ? addressOf(app.server.address()) : await app.listen({ port: 0 });
  const storage = memoryStorage();
  const pool = new CognitoUserPool({
    UserPoolId: userPool.poolId,
    ClientId: userPool.clientId,
    endpoint: `${address}/identity/`,
    Storage: storage,
  });
  const user = new CognitoUser({ Username: name, Pool: pool, Storage: storage });
  const getSession = () =>
    new Promise<CognitoUserSession>((resolve, reject) => {
      user.getSession((error: Error | null, session: CognitoUserSession | null) =>
        session ? resolve(session) : reject(error),
      );
    });
  return {
    user,
    signIn: (password, newPassword) => signIn(user, { name, password, newPassword }),
    getSession,
    refresh: async () => {
      const session = await getSession();
      return new Promise((resolve, reject) => {
        user.refreshSession(session.getRefreshToken(), (error, next) => (error ? reject(error) : resolve(next)));
      });
    },
    attributes: () =>
      new Promise((resolve, reject) => {
        user.getUserAttributes((error, attributes = []) =>
          error ? reject(error) : resolve(Object.fromEntries(attributes.map(({ Name, Value }) => [Name, Value]))),
        );
      }),
  };
}

function signIn(
  user: CognitoUser,
  { name, password, newPassword }: { name: string; password: string; newPassword: string | undefined },
): Promise<CognitoUserSession> {
  return new Promise((onSuccess, onFailure) => {
    const callbacks = {
      onSuccess,
      onFailure,
      newPasswordRequired: () => {
        if (newPassword === undefined) onFailure(new Error('A new password is required'));
        else user.completeNewPasswordChallenge(newPassword, {}, { onSuccess, onFailure });
      },
    };
    user.authenticateUser(new AuthenticationDetails({ Username: name, Password: password }), callbacks);
  });
}

function addressOf(address: ReturnType<TestApp['app']['server']['address']>): string {
  return typeof address === 'object' ? `http://localhost:${address?.port}` : '';
}

function memoryStorage(): ICognitoStorage {
  const items = new Map<string, string>();
  return {
    setItem: (key, value) => void items.set(key, value),
    getItem: (key) => items.get(key) ?? null,
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  };
}
