import type { KeyboardEvent } from 'react';
import { readStored, store } from '../../ui/browser-storage.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Drafts are stored per tab until they are sent, since the session may end or the page may be reloaded. */
export function storeDraft(key: string, fields: readonly Field[]): void {
  store('sessionStorage', key, Object.fromEntries(fields.map(({ name, value }) => [name, value])));
}

/** Input typed before hydration takes precedence. */
export function restoreDraft(key: string, fields: readonly Field[]): void {
  const typed = { ...(readStored('sessionStorage', key) as object | undefined) } as Readonly<Record<string, unknown>>;
  for (const field of fields) {
    const value = typed[field.name];
    if (typeof value !== 'string' || field.value !== field.defaultValue || field.value === value) continue;
    field.value = value;
    field.closest('details')?.setAttribute('open', '');
    // Does not bubble: notifies the character counter of comments, but not the form.
    field.dispatchEvent(new Event('input'));
  }
}

export function dropDraft(key: string): void {
  store('sessionStorage', key, undefined);
}

/** Prevents the Enter that confirms a composition from submitting; some browsers mark it with keyCode 229 only. */
export function preventSubmitWhileComposing(event: KeyboardEvent): void {
  const isComposing = event.nativeEvent.isComposing || event.keyCode === 229;
  if (event.key === 'Enter' && isComposing && event.target instanceof HTMLInputElement) event.preventDefault();
}
