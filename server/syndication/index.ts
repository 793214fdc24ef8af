export { feedRoutes } from './feeds/feed.routes.ts';
export { sitemapRoutes } from './sitemaps/sitemap.routes.ts';
export { cardRoutes } from './social-images/card.routes.ts';
export { type CardMaker, createCardMaker } from './social-images/card-maker.ts';
export { startCardCleaning } from './social-images/stored-cards.ts';
export { wellKnownRoutes } from './well-known/well-known.routes.ts';
