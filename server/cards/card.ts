/** Content of a social image. Characters without a glyph are omitted. */
export interface Card {
  readonly title: string;
  /** Description below the title. */
  readonly detail: string;
  /** Name of the service, above the title. */
  readonly heading: string;
  readonly siteName: string;
  /** `#rrggbb`, or empty for the default color. */
  readonly accentColor: string;
  readonly hasSeal: boolean;
}
