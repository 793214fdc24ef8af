import { ContentChoices } from '#server/config/content.ts';
import type { ContentBounds } from '#server/posts/index.ts';

export const defaultBounds: ContentBounds = ContentChoices.parse({});
