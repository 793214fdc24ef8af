import type { WholePost } from '../../posts/stored-post.ts';
import type { Former } from './bulk-change.repository.ts';

export type Step = (post: WholePost) => Promise<{ readonly post: WholePost; readonly former?: Former }>;
