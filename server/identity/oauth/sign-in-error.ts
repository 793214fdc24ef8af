import type { ProviderError } from '#contract/provider-sign-in.ts';

interface HttpErrorOptions extends ErrorOptions {
  readonly username?: string;
}

/** Failed provider sign-in. `code` is shown to the user, the cause goes to the log. */
export class SignInError extends Error {
  readonly code: ProviderError;
  readonly username: string | undefined;

  constructor(code: ProviderError, { username, ...options }: HttpErrorOptions = {}) {
    super(`Sign-in by a provider: ${code}`, options);
    this.name = 'SignInError';
    this.code = code;
    this.username = username;
  }
}
