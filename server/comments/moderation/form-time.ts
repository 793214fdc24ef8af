import { timingSafeEqual } from 'node:crypto';
import type { HeldFor } from '#contract/admin-comments.ts';
import type { CommentInput } from '#contract/comments.ts';
import { type Browser, cookieName } from '../../http/browser.ts';
import type { Vault } from '../../platform/vault.ts';

const DAY_SECONDS = 24 * 60 * 60;
const PURPOSE = 'when a form was opened';
const TOKEN = /^(?<opened>[0-9a-z]{1,9})\.(?<signature>[\w-]{43})$/;

interface FormKey {
  readonly serviceId: string;
  /** Undefined for the image of plain forms, which does not know the content id. */
  readonly contentId?: string;
}

export function signFormTime(vault: Vault, form: FormKey, now: Date): string {
  const opened = Math.floor(now.getTime() / 1000).toString(36);
  return `${opened}.${sign(vault, form, opened).toString('base64url')}`;
}

function secondsSinceOpened(vault: Vault, form: FormKey, token: string, now: Date): number | undefined {
  const { opened, signature } = TOKEN.exec(token)?.groups ?? {};
  if (!opened || !signature) return undefined;
  if (!timingSafeEqual(sign(vault, form, opened), Buffer.from(signature, 'base64url'))) return undefined;
  const seconds = now.getTime() / 1000 - Number.parseInt(opened, 36);
  return seconds >= 0 && seconds < DAY_SECONDS ? seconds : undefined;
}

export function setFormTimeCookie(
  { vault, now, isSecure }: { readonly vault: Vault; readonly now: Date; readonly isSecure: boolean },
  browser: Pick<Browser, 'setCookie'>,
  serviceId: string,
): void {
  browser.setCookie(cookieName(cookieOf(serviceId), { isSecure }), signFormTime(vault, { serviceId }, now), {
    maxAge: DAY_SECONDS,
    isSecure,
  });
}

interface SubmittedForm {
  readonly serviceId: string;
  readonly contentId: string;
  readonly input: CommentInput;
  readonly browser: Pick<Browser, 'readCookie'>;
}

/** API clients, which send no form fields, are exempt. */
export function checkFormTime(
  { vault, now, minSeconds }: { readonly vault: Vault; readonly now: Date; readonly minSeconds: number },
  { serviceId, contentId, input, browser }: SubmittedForm,
): HeldFor | undefined {
  const { formToken, isPlainForm } = input;
  if (formToken === undefined && !isPlainForm) return undefined;
  const form = formToken === undefined ? { serviceId } : { serviceId, contentId };
  const token = formToken ?? readCookie(browser, cookieOf(serviceId)) ?? '';
  const seconds = secondsSinceOpened(vault, form, token, now);
  if (seconds === undefined) return 'no-time';
  return seconds < minSeconds ? 'too-fast' : undefined;
}

/** The unprefixed cookie is set on plain http only. */
function readCookie(browser: Pick<Browser, 'readCookie'>, name: string): string | undefined {
  return browser.readCookie(cookieName(name, { isSecure: true })) ?? browser.readCookie(name);
}

function sign(vault: Vault, { serviceId, contentId = '' }: FormKey, opened: string): Buffer {
  return vault.digest(PURPOSE, JSON.stringify([serviceId, contentId, opened]));
}

function cookieOf(serviceId: string): string {
  return `kawaraban-started-${serviceId}`;
}
