/** What is typed into a form, kept in this tab until it is sent: a session may end meanwhile, a page be loaded anew. */

const PREFIX = 'kawaraban.typed.';

/** All that is no password and no code. */
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
    // A browser that keeps nothing; the page has it still.
  }
}

/** What has been typed since, before the page came alive, counts more. */
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
    // There is nothing, then.
  }
}
