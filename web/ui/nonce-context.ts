import { createContext } from 'react';

/**
 * CSP nonce for inline scripts of the current render. Browsers hide nonces from scripts, so it exists on the server
 * only.
 */
export const NonceContext = createContext<string | undefined>(undefined);
