export interface Card {
  readonly title: string;
  readonly detail: string;
  readonly heading: string;
  readonly siteName: string;
  /** `#rrggbb`, or empty for the default color. */
  readonly accentColor: string;
  readonly hasSeal: boolean;
}
