import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

const options = { selector: 'input, textarea, select' };

export function field(label: string): HTMLInputElement {
  return (
    screen.queryByLabelText<HTMLInputElement>(label, options) ??
    screen.getByLabelText<HTMLInputElement>(`${label} *`, options)
  );
}

/** Replaces the text of a field at once, because typing letter by letter is slow in large forms. */
export async function fillIn(user: UserEvent, input: HTMLElement, text: string): Promise<void> {
  await user.clear(input);
  if (text !== '') await user.paste(text);
}

export function descriptionOf(input: HTMLElement): string {
  const ids = input.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
}
