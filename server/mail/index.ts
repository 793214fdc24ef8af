export { createMailer, type MailerOptions } from './create-mailer.ts';
export { findMailQueue } from './mail.repository.ts';
export { mailRoutes } from './mail.routes.ts';
export type { Mail, Mailer, MailKind, MailValues } from './mail.ts';
export { type MailDelivery, startMailDelivery } from './mail-delivery.ts';
export type { MailSite } from './mail-site.ts';
export { openCarrier } from './open-carrier.ts';
export { resealMails } from './reseal-mails.ts';
export { verifyMailServer } from './smtp-carrier.ts';
