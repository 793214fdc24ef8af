/** Where a form keeps the reader's choice of language, as `server/reader-language.routes.ts` answers it. */
export const LANGUAGE_PATH = '/language';
