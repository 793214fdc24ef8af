import { within } from '@testing-library/react';

export function factsIn(place: HTMLElement): Record<string, string> {
  const terms = within(place).getAllByRole('term');
  return Object.fromEntries(terms.map((term) => [term.textContent, term.nextElementSibling?.textContent ?? '']));
}
