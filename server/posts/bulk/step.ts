import type { WholePost } from '../stored-post.ts';
import type { Former } from './bulk-change.repository.ts';

/** What is done to each of the posts. Answers with the post as it is then, and with what it was if it is another now. */
export type Step = (post: WholePost) => Promise<{ readonly post: WholePost; readonly former?: Former }>;
