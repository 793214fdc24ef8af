import { generateSecret, verifySync } from 'otplib';

/** As RFC 6238 has it, and as every authenticator app takes it: SHA-1, six digits, a new code every 30 seconds. */
const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;

/** In base32, as people type it where they cannot scan it. */
export function newTotpSecret(): string {
  return generateSecret({ length: SECRET_BYTES });
}

/** The time step that a code is of: this one, the one before or the one after. Nothing, if it is of none of them. */
export function findTotpStep(secret: string, code: string, now: Date): number | undefined {
  if (!/^[0-9]{6}$/.test(code)) return undefined;
  const epoch = Math.floor(now.getTime() / 1000);
  const found = verifySync({
    ...{ secret, token: code, epoch, algorithm: 'sha1', digits: 6 },
    ...{ period: PERIOD_SECONDS, epochTolerance: PERIOD_SECONDS },
  });
  return found.valid && 'timeStep' in found ? found.timeStep : undefined;
}
