export { forgetUser } from './forget-user.repository.ts';
export {
  type CommentCountChange,
  type CommentCounts,
  changeTalk,
  findCommentTotals,
  findTalkCounts,
  holdTalk,
  holdTalks,
  listCommentTotals,
  listTalks,
} from './talk.repository.ts';
