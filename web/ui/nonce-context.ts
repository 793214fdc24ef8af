import { createContext } from 'react';

/** What allows an inline script of ours to run on the page being rendered; browsers never show it to scripts. */
export const NonceContext = createContext<string | undefined>(undefined);
