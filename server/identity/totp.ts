import { generateSecret, verifySync } from 'otplib';

/** RFC 6238 with the parameters that authenticator apps expect: SHA-1, 6 digits, 30 seconds. */
const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;

export function newTotpSecret(): string {
  return generateSecret({ length: SECRET_BYTES });
}

/** Returns the time step of a code: the current one or an adjacent one. Undefined if it matches none. */
export function findTotpStep(secret: string, code: string, now: Date): number | undefined {
  if (!/^[0-9]{6}$/.test(code)) return undefined;
  const epoch = Math.floor(now.getTime() / 1000);
  const found = verifySync({
    ...{ secret, token: code, epoch, algorithm: 'sha1', digits: 6 },
    ...{ period: PERIOD_SECONDS, epochTolerance: PERIOD_SECONDS },
  });
  return found.valid && 'timeStep' in found ? found.timeStep : undefined;
}
