import { ContentId } from '#contract/posts.ts';

/** Length of ids created in the console. The API accepts longer ones. */
export const CONTENT_ID_LENGTH = { min: 4, max: 32 } as const;

export function isNewContentId(id: string): boolean {
  return id.length <= CONTENT_ID_LENGTH.max && ContentId.safeParse(id).success;
}
