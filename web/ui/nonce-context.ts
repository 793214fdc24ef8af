import { createContext } from 'react';

/** Undefined in browsers, which hide nonces from scripts. */
export const NonceContext = createContext<string | undefined>(undefined);
