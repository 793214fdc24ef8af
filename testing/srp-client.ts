import { createHash, createHmac, randomBytes } from 'node:crypto';
import { modPow, PRIME } from './mod-pow.ts';

export function srpClient({ poolId, password }: { poolId: string; password: string }) {
  const poolName = poolId.split('_')[1] ?? '';
  const secret = integer(randomBytes(32));
  const publicValue = modPow(2n, secret);
  return {
    SRP_A: publicValue.toString(16),
    answer: (challenge: Record<string, string>, at: Date) => {
      const { SALT = '', SRP_B = '', SECRET_BLOCK = '', USER_ID_FOR_SRP = '' } = challenge;
      const serverValue = BigInt(`0x${SRP_B}`);
      const scramble = integer(sha256(pad(publicValue), pad(serverValue)));
      const identity = sha256(`${poolName}${USER_ID_FOR_SRP}:${password}`);
      const exponent = integer(sha256(pad(BigInt(`0x${SALT}`)), identity));
      const multiplier = integer(sha256(pad(PRIME), pad(2n)));
      const base = (serverValue + PRIME * multiplier - multiplier * modPow(2n, exponent)) % PRIME;
      const shared = modPow(base, secret + scramble * exponent);
      const key = hmac(hmac(pad(scramble), pad(shared)), 'Caldera Derived Key\u0001').subarray(0, 16);
      const timestamp = timestampOf(at);
      const signed = [poolName, USER_ID_FOR_SRP, Buffer.from(SECRET_BLOCK, 'base64'), timestamp];
      return {
        USERNAME: USER_ID_FOR_SRP,
        PASSWORD_CLAIM_SECRET_BLOCK: SECRET_BLOCK,
        TIMESTAMP: timestamp,
        PASSWORD_CLAIM_SIGNATURE: hmac(key, ...signed).toString('base64'),
      };
    },
  };
}

/** Format: `Sat Nov 7 04:43:00 UTC 2026`. */
function timestampOf(at: Date): string {
  const [weekday = '', day = '', month, year, time] = at.toUTCString().split(/[ ,]+/);
  return `${weekday} ${month} ${Number(day)} ${time} UTC ${year}`;
}

function pad(value: bigint): Buffer {
  const hex = value.toString(16);
  const even = hex.length % 2 === 0 ? hex : `0${hex}`;
  return Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, 'hex');
}

function integer(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString('hex')}`);
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
