import type { Part } from './part.ts';
import { binPart } from './parts/bin.part.ts';
import { categoryPart } from './parts/category.part.ts';
import { commentPart } from './parts/comment.part.ts';
import { contentPart } from './parts/content.part.ts';
import { filePart } from './parts/file.part.ts';
import { historyPart } from './parts/history.part.ts';
import { postPart } from './parts/post.part.ts';
import { groupPart } from './parts/post-group.part.ts';
import { servicePart } from './parts/service.part.ts';
import { tagPart } from './parts/tag.part.ts';
import { votePart } from './parts/vote.part.ts';

export const parts: readonly Part[] = [
  servicePart,
  contentPart,
  categoryPart,
  tagPart,
  filePart,
  postPart,
  binPart,
  historyPart,
  groupPart,
  commentPart,
  votePart,
];
