import type { Route } from './+types/category-posts.route.ts';

export default function CategoryPostsRoute({ params: { categorySlug } }: Route.ComponentProps) {
  return <h1>{categorySlug}</h1>;
}
