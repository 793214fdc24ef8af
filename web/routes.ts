import { index, type RouteConfig, route } from '@react-router/dev/routes';

/** The site map: every address and its screen. */
export default [
  index('site/top/top.route.tsx'),
  route('about', 'site/about/about.route.tsx'),
  route('posts/:serviceId', 'site/posts/post-list.route.tsx'),
  route('posts/:serviceId/categories/:categorySlug', 'site/posts/category-posts.route.tsx'),
  route('posts/:serviceId/tags/:label', 'site/posts/tag-posts.route.tsx'),
  route('posts/:serviceId/:slug', 'site/posts/post.route.tsx'),
  route('error/unauthorized', 'site/errors/unauthorized.route.tsx'),
  route('error/forbidden', 'site/errors/forbidden.route.tsx'),
  route('error/notfound', 'site/errors/not-found.route.tsx'),
  route('*', 'site/errors/unknown-path.route.tsx'),
] satisfies RouteConfig;
