import { timingSafeEqual } from 'node:crypto';
import type { HeldFor } from '#contract/admin-comments.ts';
import type { Browser } from '../../http/browser.ts';
import type { Vault } from '../../platform/vault.ts';
import type { CommentDraft, ModerationTools } from './moderation.ts';

const DAY_SECONDS = 24 * 60 * 60;
const PURPOSE = 'when a form was opened';
const TOKEN = /^(?<opened>[0-9a-z]{1,9})\.(?<mark>[\w-]{43})$/;

interface FormPlace {
  readonly serviceId: string;
  readonly contentId?: string;
}

export function signFormTime(vault: Vault, place: FormPlace, now: Date): string {
  const opened = Math.floor(now.getTime() / 1000).toString(36);
  return `${opened}.${markOf(vault, place, opened).toString('base64url')}`;
}

/**
 * Returns the seconds since the form was opened; undefined when the token is invalid, of another place, or older than a
 * day.
 */
function secondsSinceOpened(vault: Vault, place: FormPlace, token: string, now: Date): number | undefined {
  const { opened, mark } = TOKEN.exec(token)?.groups ?? {};
  if (!opened || !mark) return undefined;
  if (!timingSafeEqual(markOf(vault, place, opened), Buffer.from(mark, 'base64url'))) return undefined;
  const seconds = now.getTime() / 1000 - Number.parseInt(opened, 36);
  return seconds >= 0 && seconds < DAY_SECONDS ? seconds : undefined;
}

export function rememberStart(
  { vault, now, isSecure }: { readonly vault: Vault; readonly now: Date; readonly isSecure: boolean },
  browser: Pick<Browser, 'setCookie'>,
  serviceId: string,
): void {
  browser.setCookie(cookieOf(serviceId), signFormTime(vault, { serviceId }, now), { maxAge: DAY_SECONDS, isSecure });
}

/** Holds comments sent faster than a person can type. API clients, which send no form fields, are exempt. */
export function checkTime({ vault, clock, choices }: ModerationTools, draft: CommentDraft): HeldFor | undefined {
  const { serviceId, contentId, browser } = draft;
  const { formToken, isPlainForm } = draft.input;
  if (formToken === undefined && !isPlainForm) return undefined;
  const place = formToken === undefined ? { serviceId } : { serviceId, contentId };
  const token = formToken ?? browser.readCookie(cookieOf(serviceId)) ?? '';
  const seconds = secondsSinceOpened(vault, place, token, clock.now());
  if (seconds === undefined) return 'no-time';
  return seconds < choices.minSeconds ? 'too-fast' : undefined;
}

function markOf(vault: Vault, { serviceId, contentId = '' }: FormPlace, opened: string): Buffer {
  return vault.digest(PURPOSE, JSON.stringify([serviceId, contentId, opened]));
}

function cookieOf(serviceId: string): string {
  return `kawaraban-started-${serviceId}`;
}
