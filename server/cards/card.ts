/** What a card shows. Any text is taken: what cannot be set is left out. */
export interface Card {
  readonly title: string;
  /** A sentence or two below the title. */
  readonly detail: string;
  /** Above the title: whose it is. */
  readonly heading: string;
  readonly siteName: string;
  /** `#rrggbb`; empty for the product's own. */
  readonly accentColor: string;
  /** Whether the product's seal stands before the site's name. */
  readonly hasSeal: boolean;
}
