import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  getDiffieHellman,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** 3072-bit group of RFC 3526 (number 15) with generator 2, as in Cognito. */
const PRIME = getDiffieHellman('modp15').getPrime();
const N = toInteger(PRIME);
const GENERATOR = Buffer.from([2]);
const MULTIPLIER = toInteger(sha256(pad(PRIME), pad(GENERATOR)));
const SECRET_BYTES = 32;
const SALT_BYTES = 16;

export interface Verifier {
  readonly salt: Buffer;
  readonly verifier: Buffer;
}

export function createVerifier(account: { poolName: string; username: string; password: string }): Verifier {
  const salt = randomBytes(SALT_BYTES);
  return { salt, verifier: power(GENERATOR, privateValue(salt, account)) };
}

export function isPasswordOf(
  { salt, verifier }: Verifier,
  account: { poolName: string; username: string; password: string },
): boolean {
  return timingSafeEqual(padTo(power(GENERATOR, privateValue(salt, account))), padTo(verifier));
}

function privateValue(salt: Buffer, account: { poolName: string; username: string; password: string }): Buffer {
  const { poolName, username, password } = account;
  return sha256(pad(salt), sha256(`${poolName}${username}:${password}`));
}

export function fakeVerifier(seed: (part: string) => Buffer): Verifier {
  const parts = Array.from({ length: 12 }, (_, part) => seed(`verifier ${part}`));
  const verifier = Buffer.concat(parts);
  verifier.writeUInt8(verifier.readUInt8(0) & 0x7f, 0);
  return { salt: seed('salt').subarray(0, SALT_BYTES), verifier };
}

/** SRP forbids multiples of N. */
export function readPublicValue(hex: string): Buffer | undefined {
  if (!/^[0-9a-fA-F]{1,1024}$/.test(hex)) return undefined;
  const value = BigInt(`0x${hex}`);
  return value % N === 0n ? undefined : toBytes(value);
}

export function createServerValues(verifier: Buffer): { secret: Buffer; publicValue: Buffer } {
  const secret = randomBytes(SECRET_BYTES);
  const publicValue = (MULTIPLIER * toInteger(verifier) + toInteger(power(GENERATOR, secret))) % N;
  return { secret, publicValue: toBytes(publicValue) };
}

export interface Exchange {
  readonly clientPublicValue: Buffer;
  readonly serverPublicValue: Buffer;
  readonly serverSecret: Buffer;
}

export function createSharedKey(
  { clientPublicValue, serverPublicValue, serverSecret }: Exchange,
  verifier: Buffer,
): Buffer | undefined {
  const scramble = sha256(pad(clientPublicValue), pad(serverPublicValue));
  const base = (toInteger(clientPublicValue) * toInteger(power(verifier, scramble))) % N;
  if (base <= 1n || base === N - 1n) return undefined;
  const secret = power(toBytes(base), serverSecret);
  return hmac(hmac(pad(scramble), pad(secret)), Buffer.from('Caldera Derived Key\u0001')).subarray(0, 16);
}

export function isSignatureOf(signature: string, key: Buffer, parts: readonly (string | Buffer)[]): boolean {
  const actual = Buffer.from(signature, 'base64');
  const expected = hmac(key, ...parts);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/**
 * Runs in OpenSSL, in constant time and faster than BigInt. Imports the exponent as a Diffie-Hellman key, because
 * `createDiffieHellman` would check for seconds that N is prime.
 */
function power(base: Buffer, exponent: Buffer): Buffer {
  const algorithm = der(
    0x30,
    Buffer.from(DIFFIE_HELLMAN_OID, 'hex'),
    der(0x30, derInteger(PRIME), derInteger(GENERATOR)),
  );
  const privateKey = der(0x30, derInteger(Buffer.from([0])), algorithm, der(0x04, derInteger(exponent)));
  const publicKey = der(0x30, algorithm, der(0x03, Buffer.from([0]), derInteger(base)));
  return diffieHellman({
    privateKey: createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' }),
    publicKey: createPublicKey({ key: publicKey, format: 'der', type: 'spki' }),
  });
}

/** PKCS #3, 1.2.840.113549.1.3.1, in DER. */
const DIFFIE_HELLMAN_OID = '06092a864886f70d010301';

function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function derInteger(value: Buffer): Buffer {
  return der(0x02, pad(value));
}

/** Minimal length, with a zero byte before a leading 1 bit, as Cognito's clients hash integers. */
function pad(value: Buffer): Buffer {
  const first = value.findIndex((byte) => byte !== 0);
  const significant = first === -1 ? Buffer.from([0]) : value.subarray(first);
  return significant[0] !== undefined && significant[0] >= 0x80
    ? Buffer.concat([Buffer.from([0]), significant])
    : significant;
}

function padTo(value: Buffer): Buffer {
  return Buffer.concat([Buffer.alloc(PRIME.length), value]).subarray(-PRIME.length);
}

function toInteger(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString('hex')}`);
}

function toBytes(value: bigint): Buffer {
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
}

function sha256(...parts: readonly (string | Buffer)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function hmac(key: Buffer, ...parts: readonly (string | Buffer)[]): Buffer {
  const code = createHmac('sha256', key);
  for (const part of parts) code.update(part);
  return code.digest();
}
