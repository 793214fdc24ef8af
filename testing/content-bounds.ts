import { ContentChoices } from '#server/config/content.ts';
import type { ContentBounds } from '#server/posts/index.ts';

/** What an installation keeps that has chosen nothing itself. */
export const defaultBounds: ContentBounds = ContentChoices.parse({});
