import { FIELDS } from './comment-fields.ts';

/** Drafts of comments, stored per tab until they are sent, since the page may be reloaded. */

const PREFIX = 'kawaraban.comment.';

type Field = HTMLInputElement | HTMLTextAreaElement;

function fieldsOf(form: HTMLFormElement): Field[] {
  const fields = FIELDS.map((name) => form.elements.namedItem(name));
  return fields.filter((field) => field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement);
}

export function keepDraft(form: HTMLFormElement, key: string): void {
  const typed = Object.fromEntries(fieldsOf(form).map(({ name, value }) => [name, value]));
  try {
    sessionStorage.setItem(`${PREFIX}${key}`, JSON.stringify(typed));
  } catch {
    // Storage is unavailable; the form still has the input.
  }
}

export function restoreDraft(form: HTMLFormElement, key: string): void {
  const typed = readDraft(key);
  for (const field of fieldsOf(form)) {
    const value = typed[field.name];
    if (typeof value !== 'string' || field.value !== field.defaultValue || field.value === value) continue;
    field.value = value;
    // Notifies the character counter.
    field.dispatchEvent(new Event('input'));
  }
}

function readDraft(key: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(sessionStorage.getItem(`${PREFIX}${key}`) ?? '{}') ?? {};
  } catch {
    return {};
  }
}

export function dropDraft(key: string): void {
  try {
    sessionStorage.removeItem(`${PREFIX}${key}`);
  } catch {
    // Storage is unavailable, so there is no draft.
  }
}
