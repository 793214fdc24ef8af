import type { ProviderError } from '#contract/provider-sign-in.ts';

interface RefusalOptions extends ErrorOptions {
  /** The account that would have been signed in. */
  readonly username?: string;
}

/** Why nobody is signed in: `code` is for the page, the cause for the log. */
export class SignInRefusal extends Error {
  readonly code: ProviderError;
  readonly username: string | undefined;

  constructor(code: ProviderError, { username, ...options }: RefusalOptions = {}) {
    super(`Sign-in by a provider: ${code}`, options);
    this.name = 'SignInRefusal';
    this.code = code;
    this.username = username;
  }
}
