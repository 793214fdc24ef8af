/** The page's wish that somebody signs in again, without leaving what they are doing. */

type Listener = () => void;

let answer: ((isSignedIn: boolean) => void) | undefined;
let request: Promise<boolean> | undefined;
const listeners = new Set<Listener>();

/** Asks on top of the page; one question for all calls that wait. Resolves with whether somebody has signed in. */
export function requestSignIn(): Promise<boolean> {
  request ??= new Promise((resolve) => {
    answer = resolve;
  });
  tellListeners();
  return request;
}

export function answerSignInRequest(isSignedIn: boolean): void {
  answer?.(isSignedIn);
  answer = undefined;
  request = undefined;
  tellListeners();
}

export function isSignInRequested(): boolean {
  return request !== undefined;
}

export function onSignInRequest(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tellListeners(): void {
  for (const listener of listeners) listener();
}
