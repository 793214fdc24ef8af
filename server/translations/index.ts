export { translationRoutes } from './translation.routes.ts';
