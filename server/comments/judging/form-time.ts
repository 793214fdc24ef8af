import { timingSafeEqual } from 'node:crypto';
import type { HeldFor } from '#contract/admin-comments.ts';
import type { Browser } from '../../platform/browser.ts';
import type { Vault } from '../../platform/vault.ts';
import type { CommentDraft, JudgingTools } from './judging.ts';

const DAY_SECONDS = 24 * 60 * 60;
const PURPOSE = 'when a form was opened';
const TOKEN = /^(?<opened>[0-9a-z]{1,9})\.(?<mark>[\w-]{43})$/;

/** What a form is for: one content, or, where no script runs, any of a service. */
interface FormPlace {
  readonly serviceId: string;
  readonly contentId?: string;
}

/** The time at which a form was opened, signed, so that nobody says another one. */
export function signFormTime(vault: Vault, place: FormPlace, now: Date): string {
  const opened = Math.floor(now.getTime() / 1000).toString(36);
  return `${opened}.${markOf(vault, place, opened).toString('base64url')}`;
}

/** How many seconds ago a form was opened; nothing, if that was not said here of this place, or was a day ago. */
function secondsSinceOpened(vault: Vault, place: FormPlace, token: string, now: Date): number | undefined {
  const { opened, mark } = TOKEN.exec(token)?.groups ?? {};
  if (!opened || !mark) return undefined;
  if (!timingSafeEqual(markOf(vault, place, opened), Buffer.from(mark, 'base64url'))) return undefined;
  const seconds = now.getTime() / 1000 - Number.parseInt(opened, 36);
  return seconds >= 0 && seconds < DAY_SECONDS ? seconds : undefined;
}

/** Remembers in the browser when a page with a form was opened, for want of a script that asks for a token. */
export function rememberStart(
  { vault, now, isSecure }: { readonly vault: Vault; readonly now: Date; readonly isSecure: boolean },
  browser: Pick<Browser, 'setCookie'>,
  serviceId: string,
): void {
  browser.setCookie(cookieOf(serviceId), signFormTime(vault, { serviceId }, now), { maxAge: DAY_SECONDS, isSecure });
}

/**
 * Whether a comment was sent sooner than anybody types. Who says nothing of a form is a program, which may comment as
 * it has always done.
 */
export function checkTime({ vault, clock, choices }: JudgingTools, draft: CommentDraft): HeldFor | undefined {
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
