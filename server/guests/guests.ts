import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Guest } from '#contract/guests.ts';
import { type Browser, cookieName } from '../http/browser.ts';
import type { Caller } from '../http/caller.ts';
import { NETWORK_FACTOR, toClientKey, toNetworkKey } from '../http/client-address.ts';
import { requireOwnSite } from '../http/own-site.ts';
import type { UseCounts } from '../limits/index.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import type { Vault } from '../platform/vault.ts';

interface GuestToken {
  readonly id: string;
  readonly issuedAt: Date;
}

const PURPOSE = 'guest cookie';
const TOKEN = /^(?<id>[\w-]{22})\.(?<issued>[0-9a-z]{1,8})\.(?<mark>[\w-]{43})$/;

function newGuestToken(issuedAt: Date): GuestToken {
  return { id: randomBytes(16).toString('base64url'), issuedAt };
}

function signGuestToken(vault: Vault, { id, issuedAt }: GuestToken): string {
  const said = `${id}.${Math.floor(issuedAt.getTime() / 1000).toString(36)}`;
  return `${said}.${vault.digest(PURPOSE, said).toString('base64url')}`;
}

/** Returns undefined for invalid signatures. */
function readGuestToken(vault: Vault, text: string): GuestToken | undefined {
  const { id, issued, mark } = TOKEN.exec(text)?.groups ?? {};
  if (!id || !issued || !mark) return undefined;
  const expected = vault.digest(PURPOSE, `${id}.${issued}`);
  if (!timingSafeEqual(expected, Buffer.from(mark, 'base64url'))) return undefined;
  return { id, issuedAt: new Date(Number.parseInt(issued, 36) * 1000) };
}

export interface Visitor {
  readonly browser: Browser;
  readonly caller: Caller;
}

/** Guest. `isNew` is true for recent and for cookieless guests. */
interface KnownGuest extends Guest {
  readonly isNew: boolean;
}

/**
 * Identifies visitors without an account, without storing anything. Guests own comments and votes, but are never
 * actors.
 */
export interface Guests {
  enter(visitor: Visitor): Promise<Guest>;
  /** Returns the guest of the cookie, or a pseudonym for the day (UTC): a keyed hash of address and service. */
  of(visitor: Visitor, serviceId: string): KnownGuest;
}

export interface GuestOptions {
  readonly vault: Vault;
  readonly clock: Clock;
  readonly counts: UseCounts;
  readonly publicUrl: string | undefined;
}

const GUEST_COOKIE = 'kawaraban-guest';

const DAY_MS = 24 * 60 * 60 * 1000;
const LIFE_MS = 365 * DAY_MS;
/** Renewed monthly, so that guests in use never expire and cookies are not set at each request. */
const RENEWAL_MS = 30 * DAY_MS;

const MAX_NEW_GUESTS = 60;
const NEW_MS = 10 * 60 * 1000;

export function createGuests({ vault, clock, counts, publicUrl }: GuestOptions): Guests {
  const isSecure = ({ siteOrigin }: Browser) =>
    [publicUrl, siteOrigin].some((address) => address?.startsWith('https:') ?? false);
  const nameFor = (browser: Browser) => cookieName(GUEST_COOKIE, { isSecure: isSecure(browser) });
  const read = ({ browser }: Visitor): GuestToken | undefined => {
    const token = readGuestToken(vault, browser.readCookie(nameFor(browser)) ?? '');
    return token && ageOf(token) < LIFE_MS ? token : undefined;
  };
  const ageOf = ({ issuedAt }: GuestToken) => clock.now().getTime() - issuedAt.getTime();
  const hand = ({ browser }: Visitor, token: GuestToken): GuestToken => {
    const options = { maxAge: LIFE_MS / 1000, isSecure: isSecure(browser) };
    browser.setCookie(nameFor(browser), signGuestToken(vault, token), options);
    return token;
  };
  const make = async (visitor: Visitor): Promise<GuestToken> => {
    const network = toNetworkKey(addressOf(visitor));
    await counts.takeAll([
      { kind: 'new guests of network', name: network, most: NETWORK_FACTOR * MAX_NEW_GUESTS, windowMs: NEW_MS },
      { kind: 'new guests of address', name: clientOf(visitor), most: MAX_NEW_GUESTS, windowMs: NEW_MS },
    ]);
    return newGuestToken(clock.now());
  };
  /** Sets the issue time just old enough that the guest does not count as new. */
  const renew = (token: GuestToken) => ({ ...token, issuedAt: new Date(clock.now().getTime() - NEW_MS) });

  return {
    enter: async (visitor) => {
      requireOwnSite(visitor.browser, publicUrl);
      const token = read(visitor);
      if (token && ageOf(token) < RENEWAL_MS) return toGuest(token);
      return toGuest(hand(visitor, token ? renew(token) : await make(visitor)));
    },
    of: (visitor, serviceId) => {
      const token = read(visitor);
      if (token) {
        requireOwnSite(visitor.browser, publicUrl);
        return { ...toGuest(token), isNew: ageOf(token) < NEW_MS };
      }
      const today = toInstant(clock.now()).slice(0, 10);
      const seen = JSON.stringify([clientOf(visitor), serviceId, today]);
      const hash = vault.digest('guest of a day', seen).subarray(0, 16);
      return { guestId: `guest-of-day:${hash.toString('base64url')}`, isNew: true };
    },
  };
}

function toGuest({ id }: GuestToken): Guest {
  return { guestId: `guest:${id}` };
}

function clientOf(visitor: Visitor): string {
  return toClientKey(addressOf(visitor));
}

function addressOf({ caller }: Visitor): string {
  return caller.address ?? '';
}
