import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { adminCategoryApi } from '#contract/admin-categories.ts';
import { adminFileApi } from '#contract/admin-files.ts';
import { categoryApi } from '#contract/categories.ts';
import { fieldMessages, messages } from '#contract/errors.ts';
import { serviceContentApi } from '#contract/service-contents.ts';
import { type OpenScreen, openScreen, serviceDetail } from '#testing/console-screen.tsx';
import { httpError } from '#testing/fake-api.ts';
import { poolUnreachable } from '#testing/fake-pool.ts';
import { fakeUploads } from '#testing/fake-upload.ts';
import { field, fillIn } from '#testing/form-fields.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import en from '../i18n/console/en.json' with { type: 'json' };
import ja from '../i18n/console/ja.json' with { type: 'json' };
import { qrPath } from '../paths/console.ts';
import { categoryDetail, categoryList } from './categories/category.fixtures.ts';
import * as categoryEdit from './categories/category-edit.route.tsx';
import { adminFile, filePage, reservationOf } from './files/file.fixtures.ts';
import * as fileLibrary from './files/file-library.route.tsx';
import * as qrGenerator from './qr/qr-generator.route.tsx';
import * as contentSettings from './settings/content-settings.route.tsx';
import { endSession, PASSWORD, reject } from './sign-in/sign-in.fixtures.ts';
import * as signIn from './sign-in/sign-in.route.tsx';

const TEXTS = { en, ja };
type Language = keyof typeof TEXTS;
type Trigger = (language: Language) => Promise<unknown>;

const NAME = { contentId: 'guestbook' };
const guestbook = {
  ...{ serviceId: 'news', ...NAME, revision: 1, createdAt: '2026-11-21T12:00:00Z', updatedAt: null },
  commentDefaultPublishStatus: 'unconfirm',
} as const;

function fail(status: number, message = 'Refused', field?: string): () => never {
  return () => {
    throw httpError(status, field === undefined ? { message } : errorsOf(field, message));
  };
}

function errorsOf(field: string, message: string) {
  return { message: messages.validationFailed, errors: [{ field, message }] };
}

function openContents(language: Language): Promise<OpenScreen> {
  return openScreen(contentSettings, {
    ...{ path: 'settings/:serviceId/content', at: '/admin/settings/news/content', language },
    api: (api) => {
      api.answer(serviceContentApi.list, { items: [guestbook], pagerKey: null, pageToken: null });
      api.answer(serviceContentApi.save, guestbook).answer(serviceContentApi.delete, null);
    },
  });
}

const press = ({ user }: OpenScreen, name: string) => user.click(screen.getByRole('button', { name }));
const dialog = async () => within(await screen.findByRole('dialog'));

function remove(answer?: () => never, lose?: (opened: OpenScreen) => void): Trigger {
  return async (language) => {
    const { contents, action } = TEXTS[language];
    const opened = await openContents(language);
    if (answer) opened.api.answer(serviceContentApi.delete, answer);
    lose?.(opened);
    await press(opened, contents.deleteOne.replace('{{contentId}}', NAME.contentId));
    await opened.user.click((await dialog()).getByRole('button', { name: action.delete }));
    return opened;
  };
}

async function askToRemove(language: Language): Promise<void> {
  const opened = await openContents(language);
  await press(opened, TEXTS[language].contents.deleteOne.replace('{{contentId}}', NAME.contentId));
}

function create(answer?: () => never): Trigger {
  return async (language) => {
    const { contents, action } = TEXTS[language];
    const opened = await openContents(language);
    if (answer) opened.api.answer(serviceContentApi.save, answer);
    await press(opened, contents.create);
    await fillIn(opened.user, field(contents.contentId), 'visitors');
    await press(opened, action.create);
  };
}

function changeStatus(answer?: () => never): Trigger {
  return async (language) => {
    const { contents } = TEXTS[language];
    const opened = await openContents(language);
    if (answer) opened.api.answer(serviceContentApi.save, answer);
    await press(opened, contents.changeOne.replace('{{contentId}}', NAME.contentId));
    const asked = await dialog();
    await opened.user.selectOptions(asked.getByRole('combobox'), 'publish');
    await opened.user.click(asked.getByRole('button', { name: contents.change }));
  };
}

function edit(answer?: () => never): Trigger {
  return async (language) => {
    const { categories, action } = TEXTS[language];
    const tokyo = categoryDetail('tokyo');
    const opened = await openScreen(categoryEdit, {
      ...{ path: 'categories/:serviceId/:slug/edit', at: '/admin/categories/news/tokyo/edit', language },
      api: (api) => {
        api.answer(categoryApi.list, categoryList()).answer(adminCategoryApi.find, tokyo);
        api.answer(adminCategoryApi.update, answer ?? { ...tokyo, revision: 2 });
      },
    });
    await fillIn(opened.user, field(categories.label), 'Edo');
    await press(opened, action.save);
  };
}

interface Answers {
  readonly reserve?: () => never;
  readonly complete?: () => never;
}

let libraries = 0;

/** Uploads an image to a new service, because uploads continue across screens and tests. */
function upload(content: string, { reserve, complete }: Answers = {}): Trigger {
  return async (language) => {
    libraries += 1;
    const serviceId = `messages-${libraries}`;
    fakeUploads();
    await openScreen(fileLibrary, {
      ...{ path: 'files/:serviceId', at: `/admin/files/${serviceId}`, language },
      services: [serviceDetail({ serviceId })],
      api: (api) => {
        api.answer(adminFileApi.list, filePage([]));
        api.answer(adminFileApi.reserve, reserve ?? reservationOf({ serviceId }));
        api.answer(adminFileApi.complete, complete ?? adminFile({ serviceId }));
        api.answer(adminFileApi.delete, adminFile({ serviceId, status: 'removed' }));
      },
    });
    const picture = new File([content], 'crane.png', { type: 'image/png' });
    await userEvent.upload(screen.getByLabelText(TEXTS[language].files.upload.pick), picture);
  };
}

function copy(isRejected: boolean): Trigger {
  return async (language) => {
    const opened = await openScreen(qrGenerator, { path: 'qr', at: qrPath('https://example.com/'), language });
    if (isRejected) {
      const spy = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'));
      document.execCommand = () => false;
      onTestFinished(() => {
        spy.mockRestore();
        Reflect.deleteProperty(document, 'execCommand');
      });
    }
    await press(opened, TEXTS[language].qr.copyAddress);
  };
}

function enter(prepare: (opened: OpenScreen) => void): Trigger {
  return async (language) => {
    const { username, password } = TEXTS[language].signIn;
    const opened = await openScreen(signIn, {
      ...{ path: 'signin', at: '/admin/signin', isSignedIn: false, isFramed: false, language },
    });
    prepare(opened);
    await fillIn(opened.user, field(username), 'hokusai');
    await fillIn(opened.user, field(password), PASSWORD);
    await press(opened, TEXTS[language].action.signIn);
  };
}

const rejectSignIn = (code: string) => enter(({ pool }) => reject(pool, 'RespondToAuthChallenge', code));

async function declineSignIn(language: Language): Promise<void> {
  const opened = (await remove(undefined, endSession)(language)) as OpenScreen;
  await screen.findByRole('dialog', { name: TEXTS[language].signIn.again });
  await opened.user.keyboard('{Escape}');
}

/** Prescribed English text, Japanese text, and the steps that show it. */
const MESSAGES: readonly (readonly [en: string, ja: string, trigger: Trigger])[] = [
  ['Error occurred', 'エラーが発生しました', remove(fail(500))],
  ['Invalid input', '入力内容が正しくありません', remove(fail(400))],
  ['Server error', 'サーバーエラー', remove(fail(500, messages.serverError))],
  ['Service is unavailable', 'サービスを利用できません', remove(fail(503, messages.unavailable))],
  ['Data is empty', 'データがありません', remove(fail(400, messages.dataEmpty))],
  ['Same value', '現在と同じ値です', remove(fail(400, messages.sameValue))],
  ['File is empty', 'ファイルが空です', upload('')],
  ['File is empty', 'ファイルが空です', upload('bytes', { complete: fail(400, messages.fileEmpty) })],
  ['Create failed', '作成に失敗しました', create(fail(0))],
  ['Edit failed', '編集に失敗しました', edit(fail(0))],
  ['Update failed', '更新に失敗しました', changeStatus(fail(0))],
  ['Delete failed', '削除に失敗しました', remove(fail(0))],
  ['Upload failed', 'アップロードに失敗しました', upload('bytes', { complete: fail(400, messages.uploadFailed) })],
  ['Upload failed', 'アップロード中に接続が切れました', upload('bytes', { reserve: fail(0) })],
  ['Already in use', 'すでに使われています', edit(fail(400, fieldMessages.taken, 'label'))],
  ['Correct inputs with error', '入力内容をご確認ください', edit(fail(400, fieldMessages.taken, 'label'))],
  ['Failed to copy', 'コピーできませんでした', copy(true)],
  ['Required to auth', 'サインインしてください', declineSignIn],
  ['Sign In failed', 'サインインに失敗しました', rejectSignIn('InternalErrorException')],
  [
    ...(['Network error', '通信エラーが発生しました'] as const),
    enter(({ pool }) => {
      pool.answer('InitiateAuth', () => {
        throw poolUnreachable();
      });
    }),
  ],
  [
    'Email or passwords do not match our records',
    'メールアドレスまたはパスワードが登録内容と一致しません',
    rejectSignIn('NotAuthorizedException'),
  ],
  ['Updated', '更新しました', changeStatus()],
  ['Create completed', '作成しました', create()],
  ['Edit completed', '変更を保存しました', edit()],
  ['Deleted', '削除しました', remove()],
  ['Copied', 'コピーしました', copy(false)],
  ['Is it OK?', 'よろしいですか？', askToRemove],
];

testInLanguages(
  (['en', 'ja'] as const).flatMap((language) =>
    MESSAGES.map(([en, ja, trigger]) => [language, language === 'en' ? en : ja, trigger] as const),
  ),
)('console shows the message in %s: %s', async ([language, text, trigger]) => {
  await trigger(language);
  await screen.findAllByText(
    (shown) => shown === text || shown.startsWith(`${text}${language === 'en' ? '. ' : '。'}`),
  );
});

test('messages differ between languages', () => {
  expect(MESSAGES.filter(([en, ja]) => en === ja)).toEqual([]);
});

test('error is a red toast for 5 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  await remove(fail(500))('en');
  const toast = (await screen.findByText('Error occurred')).closest('.toast');
  expect(toast?.classList.contains('toast-danger')).toBe(true);
  expect(toast?.closest('[data-position]')?.getAttribute('data-position')).toBe('bottom-center');
  await act(() => vi.advanceTimersByTimeAsync(4000));
  expect(screen.queryByText('Error occurred')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(2000));
  await expect.poll(() => screen.queryByText('Error occurred')).toBeNull();
});
