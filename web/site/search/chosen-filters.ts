/** Empty texts stand for no filter. */
export interface SearchFilters {
  readonly category: string;
  readonly tag: string;
  readonly year: string;
  /** Language code without region. */
  readonly language: string;
}

export function chosenOf(filters: SearchFilters): Partial<SearchFilters> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
}
