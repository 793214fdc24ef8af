/** Drafts of forms, stored per tab until they are sent, since the session may end or the page may be reloaded. */

const PREFIX = 'kawaraban.typed.';

/** Returns fields that may be stored: no passwords or codes. */
function openFields(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.elements].filter(
    (field): field is HTMLInputElement =>
      field instanceof HTMLInputElement &&
      field.name !== '' &&
      field.type !== 'file' &&
      !/password|one-time-code/.test(field.autocomplete),
  );
}

export function keepTyped(form: HTMLFormElement, key: string): void {
  const typed = Object.fromEntries(openFields(form).map(({ name, value }) => [name, value]));
  try {
    sessionStorage.setItem(`${PREFIX}${key}`, JSON.stringify(typed));
  } catch {
    // Storage is unavailable; the form still has the input.
  }
}

/** Restores a draft; input typed before hydration takes precedence. */
export function restoreTyped(form: HTMLFormElement, key: string): void {
  const typed = readTyped(key);
  for (const field of openFields(form)) {
    const value = typed[field.name];
    if (typeof value === 'string' && field.value === field.defaultValue) field.value = value;
  }
}

function readTyped(key: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(sessionStorage.getItem(`${PREFIX}${key}`) ?? '{}') ?? {};
  } catch {
    return {};
  }
}

export function dropTyped(key: string): void {
  try {
    sessionStorage.removeItem(`${PREFIX}${key}`);
  } catch {
    // Storage is unavailable, so there is no draft.
  }
}
