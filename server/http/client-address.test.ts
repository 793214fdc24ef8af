import { expect, test } from 'vitest';
import { toClientKey, toNetworkKey, toSubnetKey } from './client-address.ts';

test.for([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::'],
  ['2001:db8::', '2001:db8:0:0::'],
  ['fe80::1%eth0', 'fe80:0:0:0::'],
  ['::1', '0:0:0:0::'],
  ['203.0.113.7:99', '203.0.113.7'],
  ['203.0.113.7:', '203.0.113.7'],
  ['[2001:db8:1:2:3::6]:443', '2001:db8:1:2::'],
  ['[::1]', '0:0:0:0::'],
  ['[::ffff:203.0.113.7]:80', '203.0.113.7'],
  ['[fe80::1%eth0]:80', 'fe80:0:0:0::'],
  ['2001:db8::80', '2001:db8:0:0::'],
  ['no address', 'no address'],
  ['[no address]:80', 'no address'],
  ['', ''],
] as const)('%s has the client key %s', ([address, key]) => {
  expect(toClientKey(address)).toBe(key);
});

test.for([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::'],
  ['[2001:DB8:1:ffff::1]:80', '2001:db8:1::'],
  ['::1', '0:0:0::'],
  ['203.0.113.7', undefined],
  ['203.0.113.7:80', undefined],
  ['::ffff:203.0.113.7', undefined],
  ['no address', undefined],
] as const)('%s belongs to the network %s', ([address, key]) => {
  expect(toNetworkKey(address)).toBe(key);
});

test.for([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::'],
  ['203.0.113.7:80', '203.0.113.0'],
  ['::ffff:203.0.113.7', '203.0.113.0'],
  ['no address', 'no address'],
] as const)('%s belongs to the subnet %s', ([address, key]) => {
  expect(toSubnetKey(address)).toBe(key);
});
