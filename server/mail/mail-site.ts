export interface MailSite {
  readonly name: string;
  readonly url: string;
}
