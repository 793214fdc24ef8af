import { ContentChoices } from '#server/config/content.ts';
import type { ContentBounds } from '#server/posts/index.ts';

/** Limits of an installation with default settings. */
export const defaultBounds: ContentBounds = ContentChoices.parse({});
