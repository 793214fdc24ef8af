type Listener = () => void;

let answer: ((isSignedIn: boolean) => void) | undefined;
let request: Promise<boolean> | undefined;
const listeners = new Set<Listener>();

/** Concurrent callers share one request. Resolves with false when the dialog is dismissed. */
export function requestSignIn(): Promise<boolean> {
  request ??= new Promise((resolve) => {
    answer = resolve;
  });
  notifyListeners();
  return request;
}

export function answerSignInRequest(isSignedIn: boolean): void {
  answer?.(isSignedIn);
  answer = undefined;
  request = undefined;
  notifyListeners();
}

export function isSignInRequested(): boolean {
  return request !== undefined;
}

export function onSignInRequest(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}
