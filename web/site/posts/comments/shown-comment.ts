import type { OwnComment, PublicComment } from '#contract/comments.ts';
import type { CommentStatus } from '#contract/service-configs.ts';
import type { Language } from '#contract/site-config.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';

export interface ShownComment {
  readonly commentId: string;
  readonly bodyHtml: string;
  readonly nickname: string;
  readonly age: string;
  readonly area: string;
  readonly language: Language | undefined;
  readonly createdAt: string;
  readonly updatedAt: string | undefined;
  readonly isByService: boolean;
  readonly replyTo: string | undefined;
}

export interface ShownOwnComment extends ShownComment {
  readonly status: CommentStatus;
  readonly body: string;
  readonly editableUntil: string | undefined;
}

export function toShownComment(comment: PublicComment): ShownComment {
  const { commentId, body, bodyHtml, createdAt, updatedAt, profiles, isByService = false, replyTo } = comment;
  const { nickname = '', age = '', area = '' } = profiles ?? {};
  const language = contentLanguage(body);
  return { commentId, bodyHtml, nickname, age, area, language, createdAt, updatedAt, isByService, replyTo };
}

export function toShownOwnComment(comment: OwnComment): ShownOwnComment {
  const { body, publishStatus: status, editableUntil } = comment;
  return { ...toShownComment(comment), body, status, editableUntil };
}
