/**
 * Zod compiles schemas by `new Function`, which our Content-Security-Policy forbids and browsers report even when
 * it is caught. It asks this global while schemas are made, so the document's root sets it before anything else.
 */
if (!import.meta.env.SSR) Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export {};
