import type { Route } from './+types/tag-posts.route.ts';

export default function TagPostsRoute({ params: { label } }: Route.ComponentProps) {
  return <h1>{label}</h1>;
}
