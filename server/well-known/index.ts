export { wellKnownRoutes } from './well-known.routes.ts';
