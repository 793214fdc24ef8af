import {
  AuthenticationDetails,
  CognitoUser,
  CognitoUserAttribute,
  CognitoUserPool,
  type CognitoUserSession,
  type ICognitoStorage,
} from 'amazon-cognito-identity-js';
import type { TestApp } from './app.ts';
import './fast-mod-pow.ts';

export interface PoolClient {
  readonly user: CognitoUser;
  readonly pool: CognitoUserPool;
  signUp(password: string, attributes?: Readonly<Record<string, string>>): Promise<string>;
  signIn(password: string, newPassword?: string): Promise<CognitoUserSession>;
  getSession(): Promise<CognitoUserSession>;
  refresh(): Promise<CognitoUserSession>;
  attributes(): Promise<Record<string, string>>;
}

/** Uses the unmodified amazon-cognito-identity-js. */
export async function poolClient(app: TestApp, name: string): Promise<PoolClient> {
  const { userPool } = app;
  const storage = memoryStorage();
  const pool = new CognitoUserPool({
    UserPoolId: userPool.poolId,
    ClientId: userPool.clientId,
    endpoint: `${await addressOfApp(app)}/identity/`,
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
    pool,
    signUp: (password, attributes = {}) =>
      new Promise((resolve, reject) => {
        const list = Object.entries(attributes).map(([Name, Value]) => new CognitoUserAttribute({ Name, Value }));
        pool.signUp(name, password, list, [], (error, result) => (result ? resolve(result.userSub) : reject(error)));
      }),
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

export async function addressOfApp({ app }: Pick<TestApp, 'app'>): Promise<string> {
  if (!app.server.listening) await app.listen({ port: 0 });
  const address = app.server.address();
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
