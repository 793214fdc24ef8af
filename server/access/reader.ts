import { randomBytes, timingSafeEqual } from 'node:crypto';
import { type Guest, guestApi } from '#contract/guests.ts';
import type { Actor } from '../http/actor.ts';
import { type Browser, cookieName } from '../http/browser.ts';
import type { Caller } from '../http/caller.ts';
import { NETWORK_FACTOR, toClientKey, toNetworkKey } from '../http/client-address.ts';
import type { Api } from '../http/implement.ts';
import { requireOwnSite } from '../http/origins.ts';
import { type Clock, DAY_MS, MINUTE_MS, toInstant } from '../platform/clock.ts';
import type { Vault } from '../platform/vault.ts';
import type { RateLimits } from './rate-limits.ts';

/** Author of comments and votes: a user, a guest by cookie, or a client address for a day. */
export interface Reader {
  /** `user:{username}`, `guest:{id}` or `guest-of-day:{hash}`. */
  readonly readerId: string;
  /** True if the id is unique to the person, so that they may edit their comments. */
  readonly isIdentified: boolean;
  readonly isNew: boolean;
  /** Keyed hash of the address, or of the /64 network for IPv6. Undefined for unknown addresses. */
  readonly addressHash: string | undefined;
  readonly networkHash: string | undefined;
}

export interface ReaderRequest extends GuestRequest {
  readonly actor: Actor | undefined;
}

/** API keys count as guests. */
export function readerOf(
  { guests, vault }: { readonly guests: Guests; readonly vault: Vault },
  { actor, browser, caller }: ReaderRequest,
  serviceId: string,
): Reader {
  const { address } = caller;
  const network = address === undefined ? undefined : toNetworkKey(address);
  const addressHash = address === undefined ? undefined : hashAddress(vault, toClientKey(address));
  const networkHash = network === undefined ? undefined : hashAddress(vault, network);
  if (actor?.kind === 'user') {
    return { readerId: toUserReaderId(actor.username), isIdentified: true, isNew: false, addressHash, networkHash };
  }
  const { guestId, isNew } = guests.find({ browser, caller }, serviceId);
  return { readerId: guestId, isIdentified: guestId.startsWith('guest:'), isNew, addressHash, networkHash };
}

const USER = 'user:';

export function toUserReaderId(username: string): string {
  return `${USER}${username}`;
}

/** Undefined for guests. */
export function toUsername(readerId: string): string | undefined {
  return readerId.startsWith(USER) ? readerId.slice(USER.length) : undefined;
}

function hashAddress(vault: Vault, key: string): string {
  return vault.digest('address of a reader', key).subarray(0, 16).toString('base64url');
}

export interface ReaderLimits {
  readonly reader: number;
  readonly address: number;
}

interface ReaderCounts extends ReaderLimits {
  readonly network: number;
}

/** Counts addresses and networks, too, since anybody can create many readers. */
export class ReaderRateLimit {
  readonly #rateLimits: RateLimits;
  readonly #action: string;
  readonly #windowMs: number;

  constructor(rateLimits: RateLimits, { action, windowMs }: { readonly action: string; readonly windowMs: number }) {
    this.#rateLimits = rateLimits;
    this.#action = action;
    this.#windowMs = windowMs;
  }

  async consume({ readerId, addressHash, networkHash }: Reader, limits: ReaderLimits): Promise<ReaderCounts> {
    const windowMs = this.#windowMs;
    const [network = 0, address = 0, reader = 0] = await this.#rateLimits.consume([
      { kind: `${this.#action} of network`, name: networkHash, limit: NETWORK_FACTOR * limits.address, windowMs },
      { kind: `${this.#action} of address`, name: addressHash, limit: limits.address, windowMs },
      { kind: `${this.#action} of reader`, name: readerId, limit: limits.reader, windowMs },
    ]);
    return { network, address, reader };
  }
}

export function exceedsLimits(counts: ReaderCounts, limits: ReaderLimits): boolean {
  return (
    counts.reader > limits.reader || counts.address > limits.address || counts.network > NETWORK_FACTOR * limits.address
  );
}

export interface GuestRequest {
  readonly browser: Browser;
  readonly caller: Caller;
}

/** `isNew` is true for recent and for cookieless guests. */
interface KnownGuest extends Guest {
  readonly isNew: boolean;
}

/**
 * Guests are visitors without an account. Nothing is stored about them; they own comments and votes, but are never
 * actors.
 */
export interface Guests {
  /** Sets or renews the guest cookie. */
  enter(request: GuestRequest): Promise<Guest>;
  /** Returns the guest of the cookie, or a pseudonym for the day (UTC): a keyed hash of address and service. */
  find(request: GuestRequest, serviceId: string): KnownGuest;
}

interface GuestOptions {
  readonly vault: Vault;
  readonly clock: Clock;
  readonly rateLimits: RateLimits;
  readonly publicUrl: string | undefined;
}

const GUEST_COOKIE = 'kawaraban-guest';

const LIFE_MS = 365 * DAY_MS;
/** Renewed monthly, so that guests in use never expire and cookies are not set at each request. */
const RENEWAL_MS = 30 * DAY_MS;

const MAX_NEW_GUESTS = 60;
const NEW_MS = 10 * MINUTE_MS;

export function guestRoutes(api: Api, guests: Guests): void {
  api.implement(guestApi.enter, async (request) => guests.enter(request));
}

export function createGuests({ vault, clock, rateLimits, publicUrl }: GuestOptions): Guests {
  const isSecure = ({ siteOrigin }: Browser) =>
    [publicUrl, siteOrigin].some((address) => address?.startsWith('https:') ?? false);
  const nameFor = (browser: Browser) => cookieName(GUEST_COOKIE, { isSecure: isSecure(browser) });
  const ageOf = ({ issuedAt }: GuestToken) => clock.now().getTime() - issuedAt.getTime();
  const readCookie = ({ browser }: GuestRequest): GuestToken | undefined => {
    const token = readGuestToken(vault, browser.readCookie(nameFor(browser)) ?? '');
    return token && ageOf(token) < LIFE_MS ? token : undefined;
  };
  const setCookie = ({ browser }: GuestRequest, token: GuestToken): void => {
    const options = { maxAge: LIFE_MS / 1000, isSecure: isSecure(browser) };
    browser.setCookie(nameFor(browser), signGuestToken(vault, token), options);
  };
  const createToken = async (request: GuestRequest): Promise<GuestToken> => {
    const address = addressOf(request);
    const limits = { network: NETWORK_FACTOR * MAX_NEW_GUESTS, address: MAX_NEW_GUESTS };
    await rateLimits.consume([
      { kind: 'new guests of network', name: toNetworkKey(address), limit: limits.network, windowMs: NEW_MS },
      { kind: 'new guests of address', name: toClientKey(address), limit: limits.address, windowMs: NEW_MS },
    ]);
    return { id: randomBytes(16).toString('base64url'), issuedAt: clock.now() };
  };
  const renew = (token: GuestToken): GuestToken => ({ ...token, issuedAt: new Date(clock.now().getTime() - NEW_MS) });

  return {
    enter: async (request) => {
      requireOwnSite(request.browser, publicUrl);
      const known = readCookie(request);
      if (known && ageOf(known) < RENEWAL_MS) return toGuest(known);
      const token = known ? renew(known) : await createToken(request);
      setCookie(request, token);
      return toGuest(token);
    },
    find: (request, serviceId) => {
      const token = readCookie(request);
      if (token) {
        requireOwnSite(request.browser, publicUrl);
        return { ...toGuest(token), isNew: ageOf(token) < NEW_MS };
      }
      const today = toInstant(clock.now()).slice(0, 10);
      const identifiers = JSON.stringify([toClientKey(addressOf(request)), serviceId, today]);
      const hash = vault.digest('guest of a day', identifiers).subarray(0, 16);
      return { guestId: `guest-of-day:${hash.toString('base64url')}`, isNew: true };
    },
  };
}

function toGuest({ id }: GuestToken): Guest {
  return { guestId: `guest:${id}` };
}

function addressOf({ caller }: GuestRequest): string {
  return caller.address ?? '';
}

interface GuestToken {
  readonly id: string;
  readonly issuedAt: Date;
}

const COOKIE_PURPOSE = 'guest cookie';
const GUEST_TOKEN = /^(?<id>[\w-]{22})\.(?<issued>[0-9a-z]{1,8})\.(?<signature>[\w-]{43})$/;

function signGuestToken(vault: Vault, { id, issuedAt }: GuestToken): string {
  const signed = `${id}.${Math.floor(issuedAt.getTime() / 1000).toString(36)}`;
  return `${signed}.${vault.digest(COOKIE_PURPOSE, signed).toString('base64url')}`;
}

function readGuestToken(vault: Vault, text: string): GuestToken | undefined {
  const { id, issued, signature } = GUEST_TOKEN.exec(text)?.groups ?? {};
  if (!id || !issued || !signature) return undefined;
  const expected = vault.digest(COOKIE_PURPOSE, `${id}.${issued}`);
  if (!timingSafeEqual(expected, Buffer.from(signature, 'base64url'))) return undefined;
  return { id, issuedAt: new Date(Number.parseInt(issued, 36) * 1000) };
}
