export { forgetUser } from './forget-user.repository.ts';
export {
  type CommentCountChange,
  type CommentCounts,
  changeThread,
  findCommentTotals,
  findThreadCounts,
  listCommentTotals,
  listThreads,
  lockThread,
  lockThreads,
} from './thread.repository.ts';
