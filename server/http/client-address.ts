import { isIPv6 } from 'node:net';

const WITH_PORT = /^(?:\[(?<v6>[^\]]*)\](?::\d*)?|(?<v4>\d+\.\d+\.\d+\.\d+):\d*)$/;

/** Factor between the limits of an IPv6 network and of an address, since a network may be an office. */
export const NETWORK_FACTOR = 4;

/** Returns the key for counting an address. IPv6 addresses are reduced to their /64, which one customer controls. */
export function toClientKey(address: string): string {
  const plain = toPlain(address);
  const groups = toIPv6Groups(plain);
  if (!groups) return plain;
  return toMappedIPv4(groups) ?? `${groups.slice(0, 4).join(':')}::`;
}

/** Returns the /48 of an IPv6 address, the most that a customer usually has. Undefined for IPv4. */
export function toNetworkKey(address: string): string | undefined {
  const groups = toIPv6Groups(toPlain(address));
  return groups && toMappedIPv4(groups) === undefined ? `${groups.slice(0, 3).join(':')}::` : undefined;
}

export function toSubnetKey(address: string): string {
  return toNetworkKey(address) ?? toClientKey(address).replace(/\.\d+$/, '.0');
}

function toPlain(address: string): string {
  const { v4, v6 } = WITH_PORT.exec(address)?.groups ?? {};
  const [plain = ''] = (v4 ?? v6 ?? address).toLowerCase().split('%', 1);
  return plain;
}

function toIPv6Groups(address: string): string[] | undefined {
  if (!isIPv6(address)) return undefined;
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::', 2);
  const split = (text: string) => (text === '' ? [] : text.split(':'));
  if (tail === undefined) return split(head);
  const zeros = Array.from({ length: 8 - split(head).length - split(tail).length }, () => '0');
  return [...split(head), ...zeros, ...split(tail)];
}

function toMappedIPv4(groups: readonly string[]): string | undefined {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return undefined;
  const numbers = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return numbers.flatMap((number) => [number >> 8, number & 0xff]).join('.');
}
