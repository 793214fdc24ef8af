/** An account of the embedded user pool. */
export interface PoolUserRow {
  username: string;
  /** What OpenID Connect calls the subject: never given to another account. */
  sub: string;
  /** As its owner writes it; the one that waits for its code, where there is one. */
  email: string;
  /** The verified address in the form in which it is unique; the user name, where none has been verified yet. */
  emailKey: string;
  isEmailVerified: number;
  /** The last address that was proved to be the owner's. Signs in until another one is. */
  verifiedEmail: string | null;
  /** `email` in its unique form while it waits for its code; anybody may claim one, so that several may have it. */
  pendingEmailKey: string | null;
  /** JSON object of the further attributes. */
  attributes: string;
  /** In Cognito's words: `CONFIRMED`, `FORCE_CHANGE_PASSWORD`, … */
  status: string;
  isEnabled: number;
  /** SRP salt and verifier, encrypted with the installation's secret. */
  salt: string;
  verifier: string;
  /** A secret whose first code has not come yet; encrypted like the next one, which goes on being good until then. */
  pendingTotpSecret: string | null;
  /** Base32, encrypted with the installation's secret; of no effect until `isTotpEnabled`. */
  totpSecret: string | null;
  isTotpEnabled: number;
  /** The time step of the last code that was taken: none is taken twice. */
  lastTotpStep: number | null;
  createdAt: string;
  updatedAt: string | null;
}

/** A code that was mailed to somebody; the newest of a purpose is the one that counts. */
export interface PoolCodeRow {
  username: string;
  /** `sign-up`, `email` or `forgot-password`. */
  purpose: string;
  /** Keyed with the installation's secret, since six digits are soon tried out. */
  codeHash: string;
  createdAt: string;
  expiresAt: string;
}

/** A code that signs in once where the authenticator app is lost. */
export interface PoolRecoveryCodeRow {
  username: string;
  codeHash: string;
  createdAt: string;
  usedAt: string | null;
}

/** An account at a third-party provider that signs in to an account of ours. */
export interface PoolIdentityRow {
  provider: string;
  /** The provider's own name for the account, which never changes. */
  subject: string;
  username: string;
  email: string | null;
  createdAt: string;
}

/** How often something was done in a span of time, such as mails sent to an address. */
export interface PoolCounterRow {
  /** A keyed hash: the store holds no addresses. */
  counterKey: string;
  uses: number;
  /** Counting begins anew after this. */
  endsAt: string;
}

/** One sign-in, for as long as its refresh token lives. */
export interface PoolSessionRow {
  /** `origin_jti` of every token of the session. */
  sessionId: string;
  username: string;
  refreshTokenHash: string;
  authenticatedAt: string;
  expiresAt: string;
  revokedAt: string | null;
  /** Where and with what the session began, as far as it is known. */
  address: string | null;
  userAgent: string | null;
  /** The last sign-in or refresh. */
  lastUsedAt: string | null;
}

export interface PoolKeyRow {
  kid: string;
  /** PKCS #8, encrypted with the installation's secret. */
  privateKey: string;
  /** JWK. */
  publicKey: string;
  createdAt: string;
  /** After this nothing is signed with the key. */
  expiresAt: string;
}

/** Failed sign-ins under a name, whether or not somebody is called so. */
export interface PoolFailureRow {
  /** A keyed hash of the name as it was given. */
  nameKey: string;
  isAccount: number;
  /** In a row, without a good one. */
  failures: number;
  failedAt: string;
  lockedUntil: string | null;
}

/** A challenge that has been answered and is not answered again, kept until it would have expired. */
export interface PoolUsedChallengeRow {
  challengeId: string;
  expiresAt: string;
}

export interface PoolSettingRow {
  name: string;
  value: string;
}
