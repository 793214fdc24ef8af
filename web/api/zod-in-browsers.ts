/**
 * Disables Zod's JIT compiler: it uses `new Function`, which our Content-Security-Policy forbids and browsers report
 * even when the error is caught. Zod reads this global while schemas are created, so `root.tsx` imports this first.
 */
if (!import.meta.env.SSR) Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export {};
