export interface MailSite {
  readonly name: string;
  /** Base URL of links, without a trailing slash. */
  readonly url: string;
}
