import type { WholePost } from '../stored-post.ts';
import type { Former } from './bulk-change.repository.ts';

/** Changes one post. `former` is set when the post changed. */
export type Step = (post: WholePost) => Promise<{ readonly post: WholePost; readonly former?: Former }>;
