import type { WholePost } from '../stored-post.ts';

/** What is done to each of the posts. Answers with the post as it is then. */
export type Step = (post: WholePost) => Promise<{ readonly isChanged: boolean; readonly post: WholePost }>;
