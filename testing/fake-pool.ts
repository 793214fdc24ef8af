import { httpError } from './fake-api.ts';

export const CLIENT_ID = 'kawaraban';
export const USERNAME = 'hokusai';

type Parameters = Readonly<Record<string, unknown>>;

/** Returns the response body, or throws {@link poolError}. `byDefault` returns the default response. */
export type PoolHandler = (parameters: Parameters, byDefault: () => object) => object | Promise<object>;

class PoolError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export function poolError(code: string, message = 'Refused'): Error {
  return new PoolError(code, message);
}

export function poolUnreachable(): Error {
  return httpError(0);
}

export interface FakePool {
  answer(operation: string, handler: PoolHandler): FakePool;
  sent(operation: string): readonly Parameters[];
  fetch(request: Request): Promise<Response>;
  readonly unanswered: readonly string[];
}

/** Accepts any password: the SRP proof is not verified. */
export function fakePool(): FakePool {
  const defaults: Readonly<Record<string, (parameters: Parameters) => object>> = {
    InitiateAuth: ({ AuthFlow }) => (AuthFlow === 'USER_SRP_AUTH' ? passwordChallenge() : tokens()),
    RespondToAuthChallenge: tokens,
    RevokeToken: () => ({}),
  };
  const handlers = new Map<string, PoolHandler>();
  const sent: { operation: string; parameters: Parameters }[] = [];
  const unanswered: string[] = [];
  const pool: FakePool = {
    answer(operation, handler) {
      handlers.set(operation, handler);
      return pool;
    },
    sent: (operation) => sent.filter((each) => each.operation === operation).map(({ parameters }) => parameters),
    unanswered,
    async fetch(request) {
      const operation = request.headers.get('x-amz-target')?.split('.').at(-1) ?? '';
      const parameters = (await request.json()) as Parameters;
      sent.push({ operation, parameters });
      const byDefault = () => {
        const response = defaults[operation]?.(parameters);
        if (!response) unanswered.push(operation);
        return response ?? {};
      };
      try {
        return Response.json(await (handlers.get(operation)?.(parameters, byDefault) ?? byDefault()));
      } catch (error) {
        if (!(error instanceof PoolError)) throw new TypeError('Failed to fetch', { cause: error });
        return Response.json({ __type: error.code, message: error.message }, { status: 400 });
      }
    },
  };
  return pool;
}

function passwordChallenge(): object {
  return {
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeParameters: {
      USER_ID_FOR_SRP: USERNAME,
      USERNAME,
      SRP_B: '1234567890abcdef'.repeat(8),
      SALT: '1234567890abcdef',
      SECRET_BLOCK: btoa('secret'),
    },
  };
}

function tokens(): object {
  const IdToken = makeToken();
  const AccessToken = makeToken();
  const RefreshToken = makeToken();
  return { AuthenticationResult: { IdToken, AccessToken, RefreshToken, ExpiresIn: 3600, TokenType: 'Bearer' } };
}

export function storeSession(): void {
  const prefix = `CognitoIdentityServiceProvider.${CLIENT_ID}`;
  localStorage.setItem(`${prefix}.LastAuthUser`, USERNAME);
  for (const name of ['idToken', 'accessToken', 'refreshToken']) {
    localStorage.setItem(`${prefix}.${USERNAME}.${name}`, makeToken());
  }
}

function makeToken(): string {
  const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '');
  const iat = Math.floor(Date.now() / 1000);
  const claims = { sub: USERNAME, username: USERNAME, origin_jti: 'session', iat, exp: iat + 3600 };
  return `${part({ alg: 'none' })}.${part(claims)}.x`;
}

export function reject(pool: FakePool, operation: string, code: string, message?: string): void {
  pool.answer(operation, () => {
    throw poolError(code, message);
  });
}

export function endSession({ pool }: { readonly pool: FakePool }): void {
  pool.answer('InitiateAuth', ({ AuthFlow }, byDefault) => {
    if (AuthFlow === 'USER_SRP_AUTH') return byDefault();
    throw poolError('NotAuthorizedException', 'Refresh Token has expired');
  });
  const key = Object.keys(localStorage).find((each) => each.endsWith('.accessToken')) ?? '';
  localStorage.setItem(key, `e30.${btoa('{"exp":1}')}.x`);
}
