import { postReviewApi } from '#contract/post-review.ts';
import type { Api } from '../../http/implement.ts';
import { type ReviewTools, reviewPost } from './review-post.ts';

export function postReviewRoutes(api: Api, tools: ReviewTools): void {
  api.implement(postReviewApi.review, ({ params: { serviceId }, body, browser: { siteOrigin }, actor: { username } }) =>
    reviewPost(tools, { serviceId, siteOrigin, username }, body),
  );
}
