export { createMailer, type MailerOptions } from './create-mailer.ts';
export { findMailQueue } from './mail.repository.ts';
export { mailRoutes } from './mail.routes.ts';
export type { Mail, Mailer, MailKind, MailSite, MailValues } from './mail.ts';
export { isMailAddress } from './mail.ts';
export { type MailDelivery, startMailDelivery } from './mail-delivery.ts';
export { openMailTransport, verifyMailServer } from './mail-transport.ts';
export { resealMails } from './sealed-content.ts';
