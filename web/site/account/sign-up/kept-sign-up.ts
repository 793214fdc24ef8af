/** A sign-up whose code is still to come; a page that is loaded anew goes on with it. */
export interface StartedSignUp {
  readonly username: string;
  readonly email: string;
}

const KEY = 'kawaraban.sign-up';

export function keepSignUp(started: StartedSignUp): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(started));
  } catch {
    // It holds for as long as the page, then.
  }
}

export function keptSignUp(): StartedSignUp | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as StartedSignUp | null;
    return typeof kept?.username === 'string' && typeof kept.email === 'string' ? kept : undefined;
  } catch {
    return undefined;
  }
}

export function forgetSignUp(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // There is none.
  }
}
