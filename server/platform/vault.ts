import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Encrypts and hashes with keys derived from the installation's secret, one per purpose. Purposes must be constants,
 * since their keys are cached.
 */
export interface Vault {
  seal(purpose: string, plain: Buffer): string;
  open(purpose: string, sealed: string): Buffer | undefined;
  digest(purpose: string, text: string): Buffer;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

export function createVault(secret: string): Vault {
  const keys = new Map<string, Buffer>();
  const keyOf = (use: string, purpose: string) => {
    const name = `${use}: ${purpose}`;
    const key = keys.get(name) ?? Buffer.from(hkdfSync('sha256', secret, 'kawaraban user pool', name, 32));
    keys.set(name, key);
    return key;
  };
  return {
    seal: (purpose, plain) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', keyOf('seal', purpose), iv, { authTagLength: TAG_BYTES });
      const sealed = [cipher.update(plain), cipher.final()];
      return Buffer.concat([iv, ...sealed, cipher.getAuthTag()]).toString('base64');
    },
    open: (purpose, sealed) => {
      const bytes = Buffer.from(sealed, 'base64');
      if (bytes.length < IV_BYTES + TAG_BYTES) return undefined;
      const iv = bytes.subarray(0, IV_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', keyOf('seal', purpose), iv, { authTagLength: TAG_BYTES });
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
      } catch {
        return undefined;
      }
    },
    digest: (purpose, text) => createHmac('sha256', keyOf('digest', purpose)).update(text).digest(),
  };
}
