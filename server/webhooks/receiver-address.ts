import { lookup as resolve } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Which receivers may be called although they are on this machine, or in its network. */
export interface ReceiverRules {
  /** Host names and addresses as a URL has them, also with a port: `hooks.internal`, `10.0.0.5:8080`, `[::1]`. */
  readonly privateHosts: readonly string[];
}

/** An address that nothing is sent to. */
export class AddressRefused extends Error {
  constructor() {
    super('The address is not one of the public internet');
    this.name = 'AddressRefused';
  }
}

/** What no public host has: RFC 6890 and its registry. The rest of IPv6 but 2000::/3 is not public either. */
const NOT_PUBLIC = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  NOT_PUBLIC.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  NOT_PUBLIC.addSubnet(network, prefix, 'ipv6');
}
const GLOBAL_UNICAST = new BlockList();
GLOBAL_UNICAST.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address is one that anybody may have on the public internet. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !NOT_PUBLIC.check(address, 'ipv4');
    case 6:
      return GLOBAL_UNICAST.check(address, 'ipv6') && !NOT_PUBLIC.check(address, 'ipv6');
    default:
      return false;
  }
}

/** Whether a receiver is named as one that may be private, and is therefore called without a look at its address. */
export function isPrivateAllowed({ protocol, hostname, port }: URL, { privateHosts }: ReceiverRules): boolean {
  // An address has no port where it is the usual one; the rules have it where it was named.
  const usual = protocol === 'https:' ? '443' : '80';
  return privateHosts.includes(hostname) || privateHosts.includes(`${hostname}:${port || usual}`);
}

/**
 * Whether an address may be saved: https anywhere but where it says itself that it is private; http only where that is
 * allowed. What a name means is looked up at every delivery.
 */
export function isReceiverAllowed(url: URL, rules: ReceiverRules): boolean {
  if (isPrivateAllowed(url, rules)) return true;
  const host = literalOf(url);
  const isNamedPrivate = isIP(host) === 0 ? /(^|\.)localhost\.?$/.test(host) : !isPublicAddress(host);
  return url.protocol === 'https:' && !isNamedPrivate;
}

/** The host without the brackets that a URL puts around IPv6. */
export function literalOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/**
 * Looks a name up for a connection and leaves out what is not public, so that what is checked is what is called: a name
 * whose meaning changes in between gains nothing.
 */
export const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '');
    const allowed = addresses.filter(({ address }) => isPublicAddress(address));
    const [first] = allowed;
    if (!first) return callback(new AddressRefused(), '');
    if (options.all) return callback(null, allowed);
    callback(null, first.address, first.family);
  });
};
