import { expect, test } from 'vitest';
import { withLocalReceivers } from '../config/webhooks.ts';
import { loadConfig } from '../config.ts';
import { isPublicAddress, isReceiverAllowed, lookUpPublic } from './receiver-address.ts';

test.for([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.9.9',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::a00:1',
  'fe80::1',
  'fc00::1',
  'fd00:ec2::254',
  'ff02::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2001::1',
  'example.com',
  '',
])('%s is not a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.for(['8.8.8.8', '172.32.0.1', '100.128.0.1', '192.0.1.1', '2606:4700::1111', '2a00:1450:4001::1'])(
  '%s is a public address',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test('rejects names resolving to this machine in every form', async () => {
  for (const all of [true, false]) {
    const error = await new Promise((resolve) => lookUpPublic('localhost', { all }, resolve));
    expect(error).toMatchObject({ name: 'AddressRejected' });
  }
});

test('configured hosts may be private and without TLS', async () => {
  const { webhooks } = await loadConfig(
    { WEBHOOK_PRIVATE_HOSTS: 'Hooks.Internal, 10.0.0.5:8080,[::1]' },
    '/nonexistent',
  );
  const isAllowed = (url: string) => isReceiverAllowed(new URL(url), webhooks);
  expect(isAllowed('http://hooks.internal/a')).toBe(true);
  expect(isAllowed('https://hooks.internal:8443/a')).toBe(true);
  expect(isAllowed('http://10.0.0.5:8080/')).toBe(true);
  expect(isAllowed('http://10.0.0.5:9090/')).toBe(false);
  expect(isAllowed('http://[::1]:3000/')).toBe(true);
  expect(isAllowed('http://other.internal/')).toBe(false);
  expect(isAllowed('http://localhost/')).toBe(false);
  expect(isReceiverAllowed(new URL('http://localhost:3000/'), withLocalReceivers(webhooks))).toBe(true);
});

test('default ports match explicit ones, other ports do not', async () => {
  const hosts = '10.0.0.5:80,hooks.internal:443,[::1]:80,[fd00::2]:443,[FD00::3]';
  const { webhooks } = await loadConfig({ WEBHOOK_PRIVATE_HOSTS: hosts }, '/nonexistent');
  const isAllowed = (url: string) => isReceiverAllowed(new URL(url), webhooks);
  for (const url of [
    'http://10.0.0.5/',
    'http://10.0.0.5:80/',
    'https://hooks.internal/',
    'http://[::1]/',
    'https://[fd00::2]/',
    'http://[fd00::3]:8080/',
    'https://10.0.0.5:80/',
  ])
    expect(isAllowed(url), url).toBe(true);
  for (const url of [
    'http://10.0.0.5:6379/',
    'https://10.0.0.5/',
    'http://hooks.internal/',
    'http://[::1]:8080/',
    'https://[::1]/',
    'https://[fd00::2]:8443/',
  ])
    expect(isAllowed(url), url).toBe(false);
});

test.for(['a:0', 'a:65536', 'a:', '[::1]x', '[::1', 'a:80:90', 'a/b', 'http://a', 'a@b', 'a b', '::1'])(
  'rejects the host list %s',
  async (text) => {
    await expect(loadConfig({ WEBHOOK_PRIVATE_HOSTS: text }, '/nonexistent')).rejects.toThrow(
      'WEBHOOK_PRIVATE_HOSTS must be',
    );
  },
);
