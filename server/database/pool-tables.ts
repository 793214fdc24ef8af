export interface PoolTables {
  poolUsers: PoolUserRow;
  poolSessions: PoolSessionRow;
  poolKeys: PoolKeyRow;
  poolFailures: PoolFailureRow;
  poolUsedChallenges: PoolUsedChallengeRow;
  poolSettings: PoolSettingRow;
  poolCodes: PoolCodeRow;
  poolRecoveryCodes: PoolRecoveryCodeRow;
  poolIdentities: PoolIdentityRow;
  poolCounters: PoolCounterRow;
}

export type PoolUserStatus =
  | 'UNCONFIRMED'
  | 'CONFIRMED'
  | 'FORCE_CHANGE_PASSWORD'
  | 'RESET_REQUIRED'
  | 'EXTERNAL_PROVIDER';

export interface PoolUserRow {
  username: string;
  sub: string;
  /** Address as typed: the pending one if any, otherwise the verified one. */
  email: string;
  /** Normalized verified address, unique. Holds the user name while no address is verified. */
  emailKey: string;
  isEmailVerified: number;
  /** Verified address as typed. Valid for sign-in until another one is verified. */
  verifiedEmail: string | null;
  /** Normalized pending address. Not unique, because anybody may claim an address. */
  pendingEmailKey: string | null;
  attributes: string;
  status: PoolUserStatus;
  isEnabled: number;
  salt: string;
  verifier: string;
  /** Encrypted secret that waits for its first code. `totpSecret` stays valid meanwhile. */
  pendingTotpSecret: string | null;
  /** Base32, encrypted with the installation's secret. Ignored unless `isTotpEnabled`. */
  totpSecret: string | null;
  isTotpEnabled: number;
  /** Time step of the last accepted code. Prevents reuse. */
  lastTotpStep: number | null;
  createdAt: string;
  updatedAt: string | null;
}

export interface PoolCodeRow {
  username: string;
  purpose: 'sign-up' | 'email' | 'forgot-password';
  /** Keyed hash, since six digits are quickly guessed from a plain one. */
  codeHash: string;
  createdAt: string;
  expiresAt: string;
}

interface PoolRecoveryCodeRow {
  username: string;
  codeHash: string;
  createdAt: string;
  usedAt: string | null;
}

export interface PoolIdentityRow {
  provider: string;
  subject: string;
  username: string;
  email: string | null;
  createdAt: string;
}

interface PoolCounterRow {
  counterKey: string;
  uses: number;
  endsAt: string;
}

export interface PoolSessionRow {
  sessionId: string;
  username: string;
  refreshTokenHash: string;
  authenticatedAt: string;
  expiresAt: string;
  revokedAt: string | null;
  address: string | null;
  userAgent: string | null;
  lastUsedAt: string | null;
}

export interface PoolKeyRow {
  kid: string;
  /** PKCS #8, encrypted with the installation's secret. */
  privateKey: string;
  publicKey: string;
  createdAt: string;
  /** End of signing. Verification continues until the last token expires. */
  expiresAt: string;
}

export interface PoolFailureRow {
  nameKey: string;
  isAccount: number;
  failures: number;
  failedAt: string;
  lockedUntil: string | null;
}

interface PoolUsedChallengeRow {
  challengeId: string;
  expiresAt: string;
}

interface PoolSettingRow {
  name: string;
  value: string;
}
