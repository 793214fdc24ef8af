/** What mails say of where they come from. */
export interface MailSite {
  readonly name: string;
  /** Where links go, without a slash at the end. */
  readonly url: string;
}
