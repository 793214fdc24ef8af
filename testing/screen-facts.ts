import { within } from '@testing-library/react';

/** Returns the values of a description list by term. */
export function factsIn(place: HTMLElement): Record<string, string> {
  const terms = within(place).getAllByRole('term');
  return Object.fromEntries(terms.map((term) => [term.textContent, term.nextElementSibling?.textContent ?? '']));
}
