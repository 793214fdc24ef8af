export { feedRoutes } from './feeds/feed.routes.ts';
export { findSitemapPath } from './sitemaps/list-parts.ts';
export { sitemapRoutes } from './sitemaps/sitemap.routes.ts';
export { cardRoutes } from './social-images/card.routes.ts';
export { type CardRenderer, createCardRenderer } from './social-images/card-renderer.ts';
export { startCardCleaning } from './social-images/stored-cards.ts';
export { wellKnownRoutes } from './well-known/well-known.routes.ts';
