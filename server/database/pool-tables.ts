export interface PoolUserRow {
  username: string;
  /** Subject of OpenID Connect. Never reused. */
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
  /** JSON object of further attributes. */
  attributes: string;
  /** Cognito's user status: `CONFIRMED`, `FORCE_CHANGE_PASSWORD`, … */
  status: string;
  isEnabled: number;
  /** SRP salt and verifier, encrypted with the installation's secret. */
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

/** Mailed code. Only the newest per purpose is stored. */
export interface PoolCodeRow {
  username: string;
  /** `sign-up`, `email` or `forgot-password`. */
  purpose: string;
  /** Keyed hash, since six digits are quickly guessed from a plain one. */
  codeHash: string;
  createdAt: string;
  expiresAt: string;
}

export interface PoolRecoveryCodeRow {
  username: string;
  codeHash: string;
  createdAt: string;
  usedAt: string | null;
}

/** Linked account of a third-party provider. */
export interface PoolIdentityRow {
  provider: string;
  /** Stable identifier of the account at the provider. */
  subject: string;
  username: string;
  email: string | null;
  createdAt: string;
}

/** Counter of an allowance, such as mails sent to an address. */
export interface PoolCounterRow {
  /** Keyed hash, so that no addresses are stored. */
  counterKey: string;
  uses: number;
  /** End of the window. Later uses start over. */
  endsAt: string;
}

/** Sign-in session, as long as its refresh token. */
export interface PoolSessionRow {
  /** `origin_jti` claim of all its tokens. */
  sessionId: string;
  username: string;
  refreshTokenHash: string;
  authenticatedAt: string;
  expiresAt: string;
  revokedAt: string | null;
  /** Client address and user agent of the sign-in, if known. */
  address: string | null;
  userAgent: string | null;
  /** Time of the last sign-in or refresh. */
  lastUsedAt: string | null;
}

export interface PoolKeyRow {
  kid: string;
  /** PKCS #8, encrypted with the installation's secret. */
  privateKey: string;
  /** JWK. */
  publicKey: string;
  createdAt: string;
  /** End of signing. Verification continues until the last token expires. */
  expiresAt: string;
}

/** Failed sign-ins of a name, an address or a part of one, whether or not the account exists. */
export interface PoolFailureRow {
  /** Keyed hash of the name or address. */
  nameKey: string;
  isAccount: number;
  /** Failures that have not expired. */
  failures: number;
  failedAt: string;
  lockedUntil: string | null;
}

/** Consumed challenge, stored until it would have expired. */
export interface PoolUsedChallengeRow {
  challengeId: string;
  expiresAt: string;
}

export interface PoolSettingRow {
  name: string;
  value: string;
}
