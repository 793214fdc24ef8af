export { listAlternates } from './public-translations.ts';
export { translationRoutes } from './translation.routes.ts';
