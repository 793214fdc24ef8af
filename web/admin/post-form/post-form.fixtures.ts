import { EditorView } from '@codemirror/view';
import { act, fireEvent, screen } from '@testing-library/react';
import { accountApi } from '#contract/account.ts';
import { type AdminPost, adminPostApi } from '#contract/admin-posts.ts';
import { categoryApi } from '#contract/categories.ts';
import { postSlugApi } from '#contract/post-addresses.ts';
import { adminPostGroupApi } from '#contract/post-groups.ts';
import { postReviewApi, publishedCopyApi } from '#contract/publishing.ts';
import { tagApi } from '#contract/tags.ts';
import { type WorkingCopy, workingCopyApi } from '#contract/working-copies.ts';
import { ACCOUNT, type OpenScreen, openScreen, type ScreenOptions } from '#testing/console-screen.tsx';
import type { FakeApi } from '#testing/fake-api.ts';
import { draftKey, draftStore } from '../drafts/draft-store.ts';
import { adminPost, categories, idFor, pageOf, tagNamed } from '../posts/post.fixtures.ts';
import * as createRoute from './post-create.route.tsx';
import * as editRoute from './post-edit.route.tsx';

export const POST_ID = idFor('tour');
export const CREATE = '/admin/posts/news/create';
export const DETAIL = `/admin/posts/news/${POST_ID}`;
export const EDIT = `${DETAIL}/edit`;

function answerForm(api: FakeApi): void {
  api
    .answer(categoryApi.list, categories)
    .answer(tagApi.list, pageOf([tagNamed('Ink')]))
    .answer(adminPostGroupApi.list, [])
    .answer(accountApi.names, ({ query }) => query.usernames.map((username) => ({ username, name: 'Hiroshige' })))
    .answer(adminPostApi.isSlugFree, true)
    .answer(adminPostApi.preview, ({ body }) => ({ bodyHtml: `<p>${body.body}</p>` }))
    .answer(postSlugApi.propose, ({ query }) => ({ slug: `by-${query.by}`, madeOf: query.by }))
    .answer(postReviewApi.review, { findings: [], more: 0 })
    .answer(publishedCopyApi.check, { copies: [] });
}

export function openCreate(options: Partial<ScreenOptions> = {}): Promise<OpenScreen> {
  return openScreen(createRoute, {
    path: 'posts/:serviceId/create',
    at: CREATE,
    ...options,
    api: (api) => {
      answerForm(api);
      api.answer(adminPostApi.create, ({ body }) => adminPost({ title: body.title }));
      options.api?.(api);
    },
  });
}

export interface EditOptions extends Partial<ScreenOptions> {
  readonly post?: AdminPost;
  readonly copy?: WorkingCopy;
}

export function openEdit({ post = adminPost({ revision: 3 }), copy, ...options }: EditOptions = {}) {
  return openScreen(editRoute, {
    path: 'posts/:serviceId/:postId/edit',
    at: EDIT,
    ...options,
    api: (api) => {
      answerForm(api);
      api
        .answer(adminPostApi.find, post)
        .answer(adminPostApi.update, { ...post, revision: post.revision + 1 })
        .answer(workingCopyApi.find, copy ?? null)
        .answer(workingCopyApi.put, ({ body: { baseRevision, ...content } }) => workingCopy({ baseRevision, content }))
        .answer(workingCopyApi.delete, null);
      options.api?.(api);
    },
  });
}

export function workingCopy(copy: Partial<WorkingCopy> = {}): WorkingCopy {
  return {
    postId: POST_ID,
    baseRevision: 3,
    revision: 1,
    updatedAt: '2026-11-05T12:00:00Z',
    isStale: false,
    content: { title: 'Typed elsewhere' },
    ...copy,
  };
}

/** Stores a draft as a closed tab of this account would have left it. */
export async function storeDraft(
  form: string,
  values: object,
  { username = ACCOUNT.username, isReplaced = false } = {},
): Promise<void> {
  await draftStore.write(draftKey(username, form, `gone-${isReplaced}`), values, { isReplaced });
}

export function field(label: string): HTMLInputElement {
  return screen.getByLabelText<HTMLInputElement>(label, { selector: 'input, textarea' });
}

export function fill(label: string, text: string): void {
  fireEvent.change(field(label), { target: { value: text } });
}

export async function paste({ user }: OpenScreen, label: string, text: string): Promise<void> {
  await user.click(field(label));
  await user.paste(text);
}

export async function press({ user }: OpenScreen, name: string): Promise<void> {
  // `hidden: true` skips the visibility check, which is slow in a large form.
  await user.click(screen.getByRole('button', { name, hidden: true }));
}

async function bodyEditor(label: string): Promise<EditorView> {
  const editor = EditorView.findFromDOM(await screen.findByLabelText(label, { selector: '.cm-content' }));
  if (!editor) throw new Error('The body has no editor');
  return editor;
}

export async function bodyText(label = 'Body'): Promise<string> {
  return (await bodyEditor(label)).state.doc.toString();
}

export async function writeBody(text: string): Promise<void> {
  const editor = await bodyEditor('Body');
  act(() => editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } }));
}
