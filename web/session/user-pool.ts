import type { CognitoUser, CognitoUserPool } from 'amazon-cognito-identity-js';
import { consoleConfig } from './console-config.ts';

/** Refusals of the user pool carry the protocol's own codes. */
export interface PoolError extends Error {
  readonly code?: string;
}

export interface Pool {
  readonly pool: CognitoUserPool;
  /** The library itself, loaded when somebody signs in or is signed in. */
  readonly library: typeof import('amazon-cognito-identity-js');
}

let opened: Promise<Pool> | undefined;

/** The installation's user pool, its own or a hosted one. */
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
  giveUpWhenRefused(pool);
  return { pool, library };
}

/** Calls the pool as this client, for whoever is not signed in. Rejects with the pool's own error. */
export async function callPool<Answered = unknown>(operation: string, parameters: object): Promise<Answered> {
  const { pool } = await openUserPool();
  return await request(pool, operation, { ClientId: pool.getClientId(), ...parameters });
}

/** The same with nothing but what is given: calls that a token signs name no client. */
export async function callPoolSigned<Answered = unknown>(operation: string, parameters: object): Promise<Answered> {
  return await request((await openUserPool()).pool, operation, parameters);
}

function request<Answered>(pool: CognitoUserPool, operation: string, parameters: object): Promise<Answered> {
  return new Promise((resolve, reject) => {
    clientOf(pool).request(operation, parameters, (error, data) => (error ? reject(error) : resolve(data as Answered)));
  });
}

/** The library's own, which it does not declare. */
function clientOf(pool: CognitoUserPool): PoolClient {
  return (pool as unknown as { client: PoolClient }).client;
}

type Answer = (error: PoolError | null, data?: unknown) => void;
interface PoolClient {
  request(operation: string, parameters: object, answer: Answer): void;
}

/** The library asks again after any error for six seconds; a refusal stays one, so only other errors are worth that. */
function giveUpWhenRefused(pool: CognitoUserPool): void {
  const client = clientOf(pool);
  const request = client.request.bind(client);
  client.request = (operation, parameters, answer) => {
    request(operation, parameters, (error, data) => {
      const isRefusal = error?.code === 'NotAuthorizedException';
      answer(isRefusal ? Object.assign(error, { nonRetryable: true }) : error, data);
    });
  };
}

/** Whoever signed in last in this browser and has not signed out. */
export async function signedInUser(): Promise<CognitoUser | null> {
  return (await openUserPool()).pool.getCurrentUser();
}
