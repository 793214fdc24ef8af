import { getDiffieHellman } from 'node:crypto';
import { expect, test } from 'vitest';
import { srpClient } from '#testing/srp-client.ts';
import {
  createServerValues,
  createSharedKey,
  createVerifier,
  fakeVerifier,
  isPasswordOf,
  isSignatureOf,
  readPublicValue,
} from './srp.ts';

const account = { poolName: 'Pool', username: 'hanako', password: 'correct horse' };
const at = new Date('2026-11-07T04:43:00Z');

function exchange(verifier: Buffer, salt: Buffer, password: string): boolean {
  const client = srpClient({ poolId: 'local_Pool', password });
  const clientPublicValue = readPublicValue(client.SRP_A);
  const { secret, publicValue } = createServerValues(verifier);
  const block = Buffer.from('a secret block');
  const { TIMESTAMP, PASSWORD_CLAIM_SIGNATURE } = client.answer(
    {
      SALT: salt.toString('hex'),
      SRP_B: publicValue.toString('hex'),
      SECRET_BLOCK: block.toString('base64'),
      USER_ID_FOR_SRP: 'hanako',
    },
    at,
  );
  if (!clientPublicValue) return false;
  const key = createSharedKey({ clientPublicValue, serverPublicValue: publicValue, serverSecret: secret }, verifier);
  return Boolean(key && isSignatureOf(PASSWORD_CLAIM_SIGNATURE, key, ['Pool', 'hanako', block, TIMESTAMP]));
}

test('client and server derive equal keys for the right password', () => {
  for (let round = 0; round < 40; round += 1) {
    const { salt, verifier } = createVerifier(account);
    expect(exchange(verifier, salt, 'correct horse')).toBe(true);
    expect(exchange(verifier, salt, 'correct horsf')).toBe(false);
  }
});

test('fake verifiers are stable, well-formed and match no password', () => {
  for (let name = 0; name < 20; name += 1) {
    const seed = (part: string) => Buffer.alloc(32, `${name}${part}`);
    const { salt, verifier } = fakeVerifier(seed);
    expect(fakeVerifier(seed)).toEqual({ salt, verifier });
    expect([salt.length, verifier.length]).toEqual([16, 384]);
    expect(exchange(verifier, salt, 'correct horse')).toBe(false);
  }
});

test('plain passwords match their verifier only', () => {
  const stored = createVerifier(account);
  expect(isPasswordOf(stored, account)).toBe(true);
  for (const other of [{ password: 'Correct horse' }, { username: 'taro' }, { poolName: 'Other' }]) {
    expect(isPasswordOf(stored, { ...account, ...other })).toBe(false);
  }
});

test('multiples of the prime and malformed values are rejected', () => {
  const prime = BigInt(`0x${getDiffieHellman('modp15').getPrime('hex')}`);
  expect(readPublicValue((prime + 1n).toString(16))).toBeDefined();
  const multiples = [0n, prime, prime * 2n, prime * 65_537n].map((value) => value.toString(16));
  for (const value of [...multiples, '', '-1', 'g', '0x1', 'f'.repeat(1025)]) {
    expect(readPublicValue(value), value).toBeUndefined();
  }
});
