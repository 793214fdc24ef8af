/** Rules of the fields at sign-in and sign-up. They return the key of a text, which each catalogue has. */

export const MIN_PASSWORD = 6;
const MAX_NAME = 128;

function requiredError(value: string): 'rule.required' | undefined {
  return value.trim() === '' ? 'rule.required' : undefined;
}

export function emailError(value: string): 'rule.required' | 'rule.email' | undefined {
  const text = value.trim();
  if (text === '') return 'rule.required';
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) && text.length <= 254 ? undefined : 'rule.email';
}

/** Validates an email address, or any other sign-in name: accounts may have a username without an @. */
export function signInNameError(value: string): ReturnType<typeof emailError> {
  return value.includes('@') ? emailError(value) : requiredError(value);
}

export function passwordError(value: string): 'rule.required' | 'rule.passwordShort' | undefined {
  if (value === '') return 'rule.required';
  return value.length < MIN_PASSWORD ? 'rule.passwordShort' : undefined;
}

export function passwordAgainError(
  value: string,
  { password }: { readonly password: string },
): 'rule.passwordsDiffer' | undefined {
  return value === password ? undefined : 'rule.passwordsDiffer';
}

export function nameError(value: string): 'rule.required' | 'rule.nameLong' | undefined {
  return value.trim().length > MAX_NAME ? 'rule.nameLong' : requiredError(value);
}

/** Accepts full-width digits from Japanese keyboards, and spaces. */
export function plainCode(value: string): string {
  return value.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase();
}

export function codeError(value: string): 'rule.required' | 'rule.code' | undefined {
  const code = plainCode(value);
  if (code === '') return 'rule.required';
  return /^\d{6}$/.test(code) ? undefined : 'rule.code';
}

export function oneTimeCodeError(value: string): 'rule.required' | 'rule.oneTimeCode' | undefined {
  const code = plainCode(value);
  if (code === '') return 'rule.required';
  return /^(?:\d{6}|[a-z0-9]{4}-?[a-z0-9]{4})$/.test(code) ? undefined : 'rule.oneTimeCode';
}

export function plainOneTimeCode(value: string): string {
  return plainCode(value).replace(/^([a-z0-9]{4})-?([a-z0-9]{4})$/, '$1-$2');
}
