import { expect, test } from 'vitest';
import { type AdminComment, adminCommentApi, type StatusCounts } from '#contract/admin-comments.ts';
import { ApiError, type Call } from '#contract/api-client.ts';
import { type commentTabs, wholeList } from '../comment-view.ts';
import { Triage, type TriageResult, type UndoEntry } from './triage.ts';
import { shownOf } from './triage-state.ts';

const NOW = '2026-11-02T03:04:05Z';
const none: StatusCounts = { publish: 0, unpublish: 0, unconfirm: 0, deleted: 0 };

const commentOf = (commentId: string, more: Partial<AdminComment> = {}): AdminComment => ({
  ...{ commentId, serviceId: 'news', contentId: 'post', body: commentId, profiles: {} },
  ...{ publishStatus: 'unconfirm', statusCreatedAt: '', serviceIdContentId: '', createdAt: NOW, updatedAt: null },
  ...{ heldFor: null, authorKind: 'guest', authorName: null, addressMark: null, deletedAt: null, deletedBy: null },
  ...{ replyTo: null, isSpam: false },
  ...more,
});

interface Asked {
  readonly params: { readonly commentId?: string };
  readonly query?: { readonly pageToken?: string };
  readonly body?: {
    readonly publishStatus?: string;
    readonly action?: string;
    readonly commentIds?: readonly string[];
    readonly seenUpdatedAt?: string | null | Readonly<Record<string, string | null>>;
  };
}

function serverOf(comments: readonly AdminComment[], pages: readonly (readonly string[])[] = []) {
  const held = new Map(comments.map((comment) => [comment.commentId, comment]));
  const asked: string[] = [];
  let rejection: ApiError | undefined;
  const isEdited = (commentId: string, seen?: string | null) =>
    seen !== undefined && held.get(commentId)?.updatedAt !== seen;
  const change = (commentId: string, action: string, seen?: string | null) => {
    const comment = held.get(commentId);
    if (!comment) throw new ApiError(404, { message: 'Not Found' });
    if (isEdited(commentId, seen)) throw new ApiError(409, { message: 'Changed by somebody else' });
    if (comment.publishStatus === action) throw new ApiError(400, { message: 'Status is same value' });
    const changed =
      action === 'delete' || action === 'restore'
        ? { ...comment, deletedAt: action === 'delete' ? NOW : null }
        : { ...comment, publishStatus: action as AdminComment['publishStatus'] };
    held.set(commentId, changed);
    return changed;
  };
  const bulk = (commentIds: readonly string[], action: string, seen: Readonly<Record<string, string | null>> = {}) => {
    const edited = commentIds.filter((id) => isEdited(id, seen[id]));
    const rest = commentIds.filter((id) => !edited.includes(id));
    const items = rest.flatMap((id) => (held.get(id)?.publishStatus === action ? [] : [change(id, action)]));
    return { before: [], items, edited: edited.map((id) => held.get(id)) };
  };
  const page = (pageToken = '0') => {
    const at = Number(pageToken);
    const items = (pages[at] ?? []).flatMap((id) => held.get(id) ?? []);
    return { items, posts: [], pageToken: at + 1 < pages.length ? String(at + 1) : null };
  };
  const one = (action: string) => (request: Asked) => {
    const wanted = action === 'status' ? String(request.body?.publishStatus) : action;
    asked.push(`${wanted} ${request.params.commentId}`);
    return change(String(request.params.commentId), wanted, request.body?.seenUpdatedAt as string | null | undefined);
  };
  const answers = new Map<unknown, (request: Asked) => unknown>([
    [adminCommentApi.counts, () => countsOf([...held.values()])],
    [adminCommentApi.list, ({ query }) => page(query?.pageToken)],
    [adminCommentApi.find, ({ params }) => held.get(String(params.commentId)) ?? change('gone', '')],
    [adminCommentApi.delete, one('delete')],
    [adminCommentApi.restore, one('restore')],
    [adminCommentApi.changeStatus, one('status')],
    [
      adminCommentApi.bulk,
      ({ body }) => {
        asked.push(`bulk ${body?.action} ${body?.commentIds}`);
        const seen = body?.seenUpdatedAt as Record<string, string | null> | undefined;
        return bulk(body?.commentIds ?? [], String(body?.action), seen);
      },
    ],
  ]);
  const call = (async (endpoint: unknown, request: Asked) => {
    if (rejection) throw rejection;
    return answers.get(endpoint)?.(request);
  }) as Call;
  const reject = (error?: ApiError) => {
    rejection = error;
  };
  return { call, held, asked, reject };
}

function countsOf(comments: readonly AdminComment[]): StatusCounts {
  const counts = { ...none };
  for (const { deletedAt, publishStatus } of comments) counts[deletedAt === null ? publishStatus : 'deleted'] += 1;
  return counts;
}

interface Setup {
  readonly comments?: readonly AdminComment[];
  readonly tab?: (typeof commentTabs)[number];
  readonly pages?: readonly (readonly string[])[];
}

function triageOf({
  comments = ['a', 'b', 'c'].map((id) => commentOf(id)),
  tab = 'unconfirm',
  pages = [],
}: Setup = {}) {
  const server = serverOf(comments, pages);
  const result: TriageResult[] = [];
  const undoEntries: UndoEntry[] = [];
  let reloads = 0;
  const first = pages[0] ? comments.filter(({ commentId }) => pages[0]?.includes(commentId)) : comments;
  const triage = new Triage(
    {
      ...{ call: server.call, backgroundCall: server.call, place: { serviceId: 'news' }, undoEntries },
      view: { ...wholeList, tab },
      now: () => NOW,
      tell: (each) => result.push(each),
      reload: () => {
        reloads += 1;
      },
    },
    { comments: first, posts: [], nextToken: pages.length > 1 ? '1' : undefined },
    countsOf(comments),
  );
  const shown = () => shownOf(triage.snapshot()).map(({ commentId }) => commentId);
  return { triage, server, result, undoEntries, shown, reloads: () => reloads };
}

test('action updates list, position and counts immediately', async () => {
  const { triage, server, result, shown } = triageOf();
  await triage.step(1);
  const done = triage.act(['b'], 'publish');
  expect(shown()).toEqual(['a', 'c']);
  expect(triage.snapshot()).toMatchObject({ currentId: 'c', counts: { unconfirm: 2, publish: 1 } });
  expect(result).toEqual([{ kind: 'done', action: 'publish', count: 1 }]);
  await done;
  expect(server.held.get('b')?.publishStatus).toBe('publish');
  await triage.act(['c'], 'unpublish');
  expect(triage.snapshot().currentId).toBe('a');
});

test('responses of superseded steps change nothing', async () => {
  const { triage, shown } = triageOf();
  const seen: unknown[] = [];
  const steps = [triage.act(['a'], 'delete'), triage.undo(), triage.act(['b'], 'publish'), triage.undo()];
  triage.subscribe(() => seen.push([shown(), triage.snapshot().currentId]));
  await Promise.all(steps);
  expect(new Set(seen.map((each) => JSON.stringify(each)))).toEqual(new Set([JSON.stringify([['a', 'b', 'c'], 'b'])]));
});

test('failed step with later changes reloads at the end', async () => {
  const { triage, server, result, reloads } = triageOf();
  server.reject(new ApiError(503, { message: 'Not now' }));
  const steps = [triage.act(['a'], 'publish'), triage.undo()];
  expect(reloads()).toBe(0);
  await Promise.all(steps);
  expect(result.filter(({ kind }) => kind === 'failed')).not.toEqual([]);
  expect(reloads()).toBeGreaterThan(0);
});

test('undo returns to the comment', async () => {
  const { triage, server, shown } = triageOf();
  await triage.act(['a'], 'delete');
  await triage.act(['b'], 'publish');
  expect(shown()).toEqual(['c']);
  await triage.undo();
  expect(shown()).toEqual(['b', 'c']);
  await triage.undo();
  expect(shown()).toEqual(['a', 'b', 'c']);
  expect(triage.snapshot()).toMatchObject({ currentId: 'a', counts: { ...none, unconfirm: 3 } });
  expect(server.asked).toEqual(['delete a', 'publish b', 'unconfirm b', 'restore a']);
});

test('undo waits for the pending action', async () => {
  const { triage, server } = triageOf();
  await Promise.all([triage.act(['a'], 'delete'), triage.undo()]);
  expect(server.asked).toEqual(['delete a', 'restore a']);
});

test('undo restores each state after a bulk action', async () => {
  const comments = [commentOf('a'), commentOf('b', { publishStatus: 'unpublish' }), commentOf('c')];
  const { triage, server, result, shown } = triageOf({ comments, tab: 'all' });
  triage.select(['a', 'b']);
  await triage.act(['a', 'b'], 'publish');
  expect(triage.snapshot()).toMatchObject({ currentId: 'c', counts: { publish: 2, unconfirm: 1 } });
  expect(triage.snapshot().selectedIds.size).toBe(0);
  expect(result.at(-1)).toEqual({ kind: 'done', action: 'publish', count: 2 });
  await triage.undo();
  expect([...server.held.values()].map(({ publishStatus }) => publishStatus)).toEqual([
    ...['unconfirm', 'unpublish', 'unconfirm'],
  ]);
  expect(shown()).toEqual(['a', 'b', 'c']);
});

test('bulk action sends only comments that it changes', async () => {
  const comments = [commentOf('a', { publishStatus: 'publish' }), commentOf('b'), commentOf('c')];
  const { triage, server, result } = triageOf({ comments, tab: 'all' });
  await triage.act(['a', 'b', 'c'], 'publish');
  expect(server.asked).toEqual(['bulk publish b,c']);
  await triage.act(['a'], 'publish');
  expect(result.at(-1)).toEqual({ kind: 'same' });
});

test('reports and shows a change by another editor', async () => {
  const { triage, server, result, undoEntries } = triageOf({ tab: 'all' });
  server.held.set('a', commentOf('a', { publishStatus: 'publish', body: 'theirs' }));
  await triage.act(['a'], 'publish');
  expect(result.at(-1)).toEqual({ kind: 'changedMeanwhile' });
  expect(shownOf(triage.snapshot())[0]).toMatchObject({ publishStatus: 'publish', body: 'theirs' });
  expect(undoEntries).toEqual([]);

  server.held.delete('b');
  await triage.act(['b'], 'publish');
  expect(result.at(-1)).toEqual({ kind: 'goneMeanwhile' });
  expect(triage.snapshot()).toMatchObject({ currentId: 'c', counts: { publish: 1, unconfirm: 1 } });
});

test('reports an edited comment and leaves it unchanged', async () => {
  const { triage, server, result, reloads } = triageOf({ tab: 'all' });
  const edited = { body: 'other words', updatedAt: NOW };
  server.held.set('a', commentOf('a', edited));
  await triage.act(['a'], 'publish');
  expect(result.at(-1)).toEqual({ kind: 'editedMeanwhile' });
  expect(shownOf(triage.snapshot())[0]).toMatchObject({ ...edited, publishStatus: 'unconfirm' });
  // The edit has been shown by now.
  await triage.act(['a'], 'publish');
  expect(server.held.get('a')?.publishStatus).toBe('publish');

  server.held.set('b', commentOf('b', edited));
  await triage.act(['b', 'c'], 'publish');
  expect(result.at(-1)).toEqual({ kind: 'editedMeanwhile' });
  expect(reloads()).toBe(1);
  expect(server.held.get('b')?.publishStatus).toBe('unconfirm');
  expect(server.held.get('c')?.publishStatus).toBe('publish');
});

test('failed request reverts the action', async () => {
  const { triage, server, result, shown } = triageOf();
  server.reject(new ApiError(0, { message: 'Network error' }));
  await triage.act(['b'], 'delete');
  expect(shown()).toEqual(['a', 'b', 'c']);
  expect(triage.snapshot()).toMatchObject({ currentId: 'b', counts: { ...none, unconfirm: 3 } });
  expect(result.at(-1)).toMatchObject({ kind: 'failed' });
  await triage.undo();
  expect(result.at(-1)).toEqual({ kind: 'nothingToUndo' });
});

test('step at the end skips empty pages', async () => {
  const { triage, shown } = triageOf({ pages: [['a'], [], [], ['b', 'c']] });
  expect(shown()).toEqual(['a']);
  await triage.step(1);
  expect(shown()).toEqual(['a', 'b', 'c']);
  expect(triage.snapshot()).toMatchObject({ currentId: 'b', nextToken: undefined });
  await triage.step(1);
  await triage.step(1);
  expect(triage.snapshot().currentId).toBe('c');
});

test('loads the next page when the list is empty', async () => {
  const { triage, shown } = triageOf({ pages: [['a'], ['b', 'c']] });
  await triage.act(['a'], 'publish');
  expect(shown()).toEqual(['b', 'c']);
  expect(triage.snapshot().currentId).toBe('b');
});

test('restores from the bin and undoes the restoration', async () => {
  const { triage, shown } = triageOf({ comments: [commentOf('a', { deletedAt: NOW })], tab: 'deleted' });
  await triage.act(['a'], 'delete');
  expect(shown()).toEqual(['a']);
  await triage.act(['a'], 'restore');
  expect(shown()).toEqual([]);
  expect(triage.snapshot().counts).toEqual({ ...none, unconfirm: 1 });
  await triage.undo();
  expect(shown()).toEqual(['a']);
});

test("undo of another list's action reloads this list", async () => {
  const { triage, undoEntries, server, reloads } = triageOf({ tab: 'publish' });
  undoEntries.push({ action: 'delete', before: [commentOf('elsewhere')] });
  server.held.set('elsewhere', commentOf('elsewhere', { deletedAt: NOW }));
  await triage.undo();
  expect(server.held.get('elsewhere')?.deletedAt).toBeNull();
  expect(reloads()).toBe(1);
});
