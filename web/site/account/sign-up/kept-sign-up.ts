/** Sign-up waiting for its code; stored per tab to survive a reload. */
export interface StartedSignUp {
  readonly username: string;
  readonly email: string;
}

const KEY = 'kawaraban.sign-up';

export function keepSignUp(started: StartedSignUp): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(started));
  } catch {
    // Storage is unavailable: the sign-up is lost on reload.
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
    // Storage is unavailable, so there is nothing to remove.
  }
}
