const UNKNOWN = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ENODATA', 'EAI_NONAME', 'EAI_FAIL']);
const CERTIFICATE = /^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|EPROTO)/;

/** Classifies why a request to another server failed without a response. */
export function connectionErrorOf(error: unknown): 'timeout' | 'address-unknown' | 'certificate' | 'connection' {
  const { name, code = '', cause } = error as NodeJS.ErrnoException;
  if (name === 'AbortError' || name === 'TimeoutError') return 'timeout';
  // `fetch` wraps the failure in a TypeError.
  if (cause !== undefined) return connectionErrorOf(cause);
  if (UNKNOWN.has(code)) return 'address-unknown';
  return CERTIFICATE.test(code) ? 'certificate' : 'connection';
}
