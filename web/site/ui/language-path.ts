/** Form action that stores the language; handled by `server/reader-language.routes.ts`. */
export const LANGUAGE_PATH = '/language';
