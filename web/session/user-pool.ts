import type { CognitoUser, CognitoUserPool } from 'amazon-cognito-identity-js';
import { consoleConfig } from './console-config.ts';

/** Error of the user pool; `code` is the exception name of the Cognito API. */
export interface PoolError extends Error {
  readonly code?: string;
}

interface Pool {
  readonly pool: CognitoUserPool;
  readonly library: typeof import('amazon-cognito-identity-js');
}

let opened: Promise<Pool> | undefined;

export function openUserPool(): Promise<Pool> {
  opened ??= open().catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function open(): Promise<Pool> {
  const [{ identity }, library] = await Promise.all([consoleConfig(), import('amazon-cognito-identity-js')]);
  const { userPoolId, userPoolClientId, endpoint } = identity;
  const pool = new library.CognitoUserPool({
    UserPoolId: userPoolId,
    ClientId: userPoolClientId,
    ...(endpoint !== '' && { endpoint: new URL(endpoint, location.origin).href }),
  });
  giveUpWhenRejected(pool);
  return { pool, library };
}

export async function callPool<Answered = unknown>(operation: string, parameters: object): Promise<Answered> {
  const { pool } = await openUserPool();
  return await request(pool, operation, { ClientId: pool.getClientId(), ...parameters });
}

/** Takes the access token in the parameters; such calls have no `ClientId`. */
export async function callPoolSigned<Answered = unknown>(operation: string, parameters: object): Promise<Answered> {
  return await request((await openUserPool()).pool, operation, parameters);
}

function request<Answered>(pool: CognitoUserPool, operation: string, parameters: object): Promise<Answered> {
  return new Promise((resolve, reject) => {
    clientOf(pool).request(operation, parameters, (error, data) => (error ? reject(error) : resolve(data as Answered)));
  });
}

function clientOf(pool: CognitoUserPool): PoolClient {
  return (pool as unknown as { client: PoolClient }).client;
}

type Answer = (error: PoolError | null, data?: unknown) => void;
interface PoolClient {
  request(operation: string, parameters: object, answer: Answer): void;
}

/** The library retries any error for six seconds. */
function giveUpWhenRejected(pool: CognitoUserPool): void {
  const client = clientOf(pool);
  const request = client.request.bind(client);
  client.request = (operation, parameters, answer) => {
    request(operation, parameters, (error, data) => {
      const isNotAuthorized = error?.code === 'NotAuthorizedException';
      answer(isNotAuthorized ? Object.assign(error, { nonRetryable: true }) : error, data);
    });
  };
}

export async function signedInUser(): Promise<CognitoUser | null> {
  return (await openUserPool()).pool.getCurrentUser();
}
