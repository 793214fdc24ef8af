import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** The site map: every address and its screen. */
export default [
  layout('site/site-layout.route.tsx', [
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
  ]),
  route('admin', 'admin/admin-layout.route.tsx', [
    route('signin', 'admin/sign-in/sign-in.route.tsx'),
    route('signout', 'admin/sign-in/sign-out.route.tsx'),
    layout('admin/console-frame.route.tsx', [
      index('admin/top/admin-top.route.tsx'),
      route('services', 'admin/services/service-list.route.tsx'),
      route('services/create', 'admin/services/service-create.route.tsx'),
      route('services/:serviceId/edit', 'admin/services/service-edit.route.tsx'),
      route('posts/:serviceId', 'admin/posts/post-list.route.tsx'),
      route('posts/:serviceId/create', 'admin/posts/post-create.route.tsx'),
      route('posts/:serviceId/:postId', 'admin/posts/post-detail.route.tsx'),
      route('posts/:serviceId/:postId/edit', 'admin/posts/post-edit.route.tsx'),
    ]),
  ]),
] satisfies RouteConfig;
