import type { Part } from './part.ts';
import { binPart } from './parts/bin.part.ts';
import { filePart } from './parts/file.part.ts';
import { historyPart } from './parts/history.part.ts';
import { postPart } from './parts/post.part.ts';
import { contentPart, servicePart } from './parts/service.part.ts';
import { categoryPart, groupPart, tagPart } from './parts/taxonomy.part.ts';
import { commentPart, votePart } from './parts/thread.part.ts';
import { translationPart } from './parts/translation.part.ts';

/** Ordered by references: parts are exported, checked and stored after those they refer to. */
export const parts: readonly Part[] = [
  servicePart,
  contentPart,
  tagPart,
  filePart,
  categoryPart,
  postPart,
  binPart,
  historyPart,
  groupPart,
  translationPart,
  commentPart,
  votePart,
];
