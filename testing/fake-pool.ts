import { refusal } from './fake-api.ts';

type Parameters = Readonly<Record<string, unknown>>;

/** Answers an operation of the user pool: returns what it says, or throws {@link poolRefusal}. */
export type PoolHandler = (parameters: Parameters) => object | Promise<object>;

class PoolRefusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** An error of the user pool by its code, such as `NotAuthorizedException`. */
export function poolRefusal(code: string, message = 'Refused'): Error {
  return new PoolRefusal(code, message);
}

/** The connection to the user pool fails. */
export function poolUnreachable(): Error {
  return refusal(0);
}

export interface FakePool {
  /** Sets or replaces the answer of an operation such as `InitiateAuth`. */
  answer(operation: string, handler: PoolHandler): FakePool;
  /** The parameters that were sent with an operation, in order. */
  sent(operation: string): readonly Parameters[];
  fetch(request: Request): Promise<Response>;
  /** Operations that no test has an answer for. */
  readonly unanswered: readonly string[];
}

/**
 * Stands in for the user pool in tests of screens. Signing in succeeds with any password: the protocol's proof (SRP) is
 * accepted unread.
 */
export function fakePool(tokens: () => object): FakePool {
  const handlers = new Map<string, PoolHandler>([
    ['InitiateAuth', ({ AuthFlow }) => (AuthFlow === 'USER_SRP_AUTH' ? passwordChallenge() : tokens())],
    ['RespondToAuthChallenge', tokens],
    ['RevokeToken', () => ({})],
  ]);
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
      const handler = handlers.get(operation);
      if (!handler) unanswered.push(operation);
      try {
        if (!handler) throw poolRefusal('UnknownOperationException');
        return Response.json(await handler(parameters));
      } catch (error) {
        if (!(error instanceof PoolRefusal)) throw new TypeError('Failed to fetch', { cause: error });
        return Response.json({ __type: error.code, message: error.message }, { status: 400 });
      }
    },
  };
  return pool;
}

/** The first answer to a sign-in by password, with values that fit the protocol and belong to no password. */
function passwordChallenge(): object {
  return {
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeParameters: {
      USER_ID_FOR_SRP: 'hokusai',
      USERNAME: 'hokusai',
      SRP_B: '1234567890abcdef'.repeat(8),
      SALT: '1234567890abcdef',
      SECRET_BLOCK: btoa('secret'),
    },
  };
}
