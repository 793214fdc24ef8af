import { lookup as resolve } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

export interface ReceiverRules {
  /** Hosts, optionally with port: `hooks.internal`, `10.0.0.5:8080`, `[::1]`. */
  readonly privateHosts: readonly string[];
}

export class AddressRejected extends Error {
  constructor() {
    super('The address is not on the public internet');
    this.name = 'AddressRejected';
  }
}

/** Special-purpose addresses (RFC 6890 and its IANA registry). IPv6 outside of 2000::/3 is not public either. */
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

export function isPrivateAllowed({ protocol, hostname, port }: URL, { privateHosts }: ReceiverRules): boolean {
  // `URL.port` is empty for default ports.
  const usual = protocol === 'https:' ? '443' : '80';
  return privateHosts.includes(hostname) || privateHosts.includes(`${hostname}:${port || usual}`);
}

/**
 * HTTPS unless the host is an exception, and no obviously private host. Names are resolved and checked at each
 * delivery.
 */
export function isReceiverAllowed(url: URL, rules: ReceiverRules): boolean {
  if (isPrivateAllowed(url, rules)) return true;
  const host = literalOf(url);
  const isPrivateHost = isIP(host) === 0 ? /(^|\.)localhost\.?$/.test(host) : !isPublicAddress(host);
  return url.protocol === 'https:' && !isPrivateHost;
}

export function literalOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** Security: checking in the lookup of the connection prevents DNS rebinding. */
export const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '');
    const allowed = addresses.filter(({ address }) => isPublicAddress(address));
    const [first] = allowed;
    if (!first) return callback(new AddressRejected(), '');
    if (options.all) return callback(null, allowed);
    callback(null, first.address, first.family);
  });
};
