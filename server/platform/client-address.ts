import { isIPv6 } from 'node:net';

/**
 * Whom an address stands for when its uses are counted: of IPv6 the first half, since a single line has all of the
 * other half to itself.
 */
export function toClientKey(address: string): string {
  const [plain = ''] = address.toLowerCase().split('%', 1);
  if (!isIPv6(plain)) return plain;
  const groups = toGroups(plain);
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  return isMapped ? toIPv4(groups.slice(6)) : `${groups.slice(0, 4).join(':')}::`;
}

/** All eight groups, without leading zeros; `URL` writes an IPv4 tail as groups, too. */
function toGroups(address: string): string[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::', 2);
  const split = (text: string) => (text === '' ? [] : text.split(':'));
  if (tail === undefined) return split(head);
  const zeros = Array.from({ length: 8 - split(head).length - split(tail).length }, () => '0');
  return [...split(head), ...zeros, ...split(tail)];
}

function toIPv4(groups: readonly string[]): string {
  const numbers = groups.map((group) => Number.parseInt(group, 16));
  return numbers.flatMap((number) => [number >> 8, number & 0xff]).join('.');
}
