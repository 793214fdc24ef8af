import { act, cleanup, render, screen } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import type { ComponentProps, ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { createRoutesStub, type InitialEntry } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { accountApi } from '#contract/account.ts';
import { commentApi } from '#contract/comments.ts';
import { messages } from '#contract/errors.ts';
import { guestApi } from '#contract/guests.ts';
import { siteConfigApi } from '#contract/site-config.ts';
import { ACCOUNT, replaceFetch, SITE_CONFIG } from '#testing/console-screen.tsx';
import { type FakeApi, fakeApi, httpError } from '#testing/fake-api.ts';
import {
  endSession,
  type FakePool,
  fakePool,
  poolError,
  poolUnreachable,
  reject,
  storeSession,
} from '#testing/fake-pool.ts';
import { field, fillIn } from '#testing/form-fields.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import accountEn from '../i18n/account/en.json' with { type: 'json' };
import accountJa from '../i18n/account/ja.json' with { type: 'json' };
import commentsEn from '../i18n/comments/en.json' with { type: 'json' };
import commentsJa from '../i18n/comments/ja.json' with { type: 'json' };
import { createI18n } from '../i18n/i18n.ts';
import { consoleConfig } from '../session/console-config.ts';
import { storePendingSignUp } from '../session/sign-up.ts';
import ResetRoute from './account/password/reset.route.tsx';
import { DeleteRow, ExportRow } from './account/settings/data-rows.tsx';
import { EmailRow } from './account/settings/email-row.tsx';
import { PasswordRow } from './account/settings/password-row.tsx';
import { NameRow } from './account/settings/profile-rows.tsx';
import { ProviderResult } from './account/settings/providers-row.tsx';
import { RecoveryCodesRow } from './account/settings/recovery-codes-row.tsx';
import { SessionsRow } from './account/settings/sessions-row.tsx';
import { SignInSteps } from './account/sign-in/sign-in-steps.tsx';
import SignUpRoute from './account/sign-up/sign-up.route.tsx';
import VerifyRoute from './account/sign-up/verify.route.tsx';
import SignInCompleteRoute from './account/signin-complete.route.tsx';
import { VerificationStep } from './account/ui/verification-step.tsx';
import { NamedErrorPage } from './errors/error-page.tsx';
import type { CommentsData } from './posts/comments/load-comments.server.ts';
import { Thread } from './posts/comments/thread.tsx';
import { dismissToast, shownToasts, showToast, Toasts } from './ui/toasts.tsx';

const ACCOUNT_TEXTS = { en: accountEn, ja: accountJa };
const COMMENT_TEXTS = { en: commentsEn, ja: commentsJa };
type Language = keyof typeof ACCOUNT_TEXTS;
type Trigger = (language: Language) => Promise<unknown>;

interface Opened {
  readonly user: UserEvent;
  readonly api: FakeApi;
  readonly pool: FakePool;
}

async function open(part: ReactNode, language: Language, at: InitialEntry = '/settings'): Promise<Opened> {
  const api = fakeApi().answer(siteConfigApi.read, SITE_CONFIG);
  const pool = fakePool();
  const restoreFetch = replaceFetch(api, pool);
  storeSession();
  Object.assign(await consoleConfig(), SITE_CONFIG);
  const i18n = await createI18n(language, { withAccount: true, withComments: true });
  const Page = () => (
    <>
      {part}
      <Toasts />
    </>
  );
  const Stub = createRoutesStub([{ path: '*', Component: Page }]);
  render(
    <I18nextProvider i18n={i18n}>
      <Stub initialEntries={[at]} />
    </I18nextProvider>,
  );
  onTestFinished(() => {
    cleanup();
    for (const { id } of shownToasts()) dismissToast(id);
    localStorage.clear();
    sessionStorage.clear();
    restoreFetch();
    expect([...api.unanswered, ...pool.unanswered], 'requests that the test does not answer').toEqual([]);
  });
  return { user: userEvent.setup(), api, pool };
}

const fail = (status: number, message = 'Refused') => {
  return () => {
    throw httpError(status, { message });
  };
};
const press = async ({ user }: Opened, name: string) => user.click(await screen.findByRole('button', { name }));
const nothing = () => {};
const internalError = () => {
  throw poolError('InternalErrorException');
};

function openSignUp(language: Language, providers: readonly object[] = []): Promise<Opened> {
  const props = { loaderData: { providers } } as unknown as ComponentProps<typeof SignUpRoute>;
  return open(<SignUpRoute {...props} />, language, '/signup');
}

const ADA = { email: 'ada@example.com', password: 'under the wave', name: 'Ada' };

function signUp(prepare: (opened: Opened) => void, typed = ADA): Trigger {
  return async (language) => {
    const { action, field: labels } = ACCOUNT_TEXTS[language];
    const opened = await openSignUp(language);
    prepare(opened);
    for (const name of ['email', 'password', 'name'] as const) {
      await fillIn(opened.user, field(labels[name]), typed[name]);
    }
    await press(opened, action.register);
  };
}

function saveName(prepare: (opened: Opened) => void, name = 'Ada'): Trigger {
  return async (language) => {
    const { action, field: labels } = ACCOUNT_TEXTS[language];
    const opened = await open(<NameRow account={ACCOUNT} />, language, '/settings#name');
    opened.pool.answer('UpdateUserAttributes', () => ({}));
    prepare(opened);
    await fillIn(opened.user, field(labels.name), name);
    await press(opened, action.save);
  };
}

function deleteAccount(answer?: () => never): Trigger {
  return async (language) => {
    const texts = ACCOUNT_TEXTS[language].delete;
    const opened = await open(<DeleteRow account={ACCOUNT} />, language);
    opened.api.answer(accountApi.remove, answer ?? null);
    await press(opened, texts.open);
    await fillIn(opened.user, field(texts.typeEmail), ACCOUNT.email);
    await press(opened, texts.confirm);
  };
}

async function askToDelete(language: Language): Promise<void> {
  await press(await open(<DeleteRow account={ACCOUNT} />, language), ACCOUNT_TEXTS[language].delete.open);
}

async function keepEmail(language: Language): Promise<void> {
  const { action, email } = ACCOUNT_TEXTS[language];
  const opened = await open(<EmailRow account={ACCOUNT} />, language, '/settings#email');
  await fillIn(opened.user, field(email.new), ACCOUNT.email);
  await press(opened, action.save);
}

function signOutEverywhere(answer: () => object): Trigger {
  return async (language) => {
    const { signOutEverywhere: name } = ACCOUNT_TEXTS[language].session;
    const opened = await open(<SessionsRow sessions={undefined} />, language);
    opened.pool.answer('GlobalSignOut', answer);
    await press(opened, name);
    const [, confirm] = await screen.findAllByRole('button', { name });
    if (confirm) await opened.user.click(confirm);
  };
}

function changePassword(answer: () => object): Trigger {
  return async (language) => {
    const { action, field: labels } = ACCOUNT_TEXTS[language];
    const opened = await open(<PasswordRow account={ACCOUNT} />, language, '/settings#password');
    opened.pool.answer('ChangePassword', answer);
    await fillIn(opened.user, field(labels.currentPassword), 'the great wave');
    await fillIn(opened.user, field(labels.newPassword), 'under the wave');
    await fillIn(opened.user, field(labels.passwordAgain), 'under the wave');
    await press(opened, action.save);
  };
}

function openReset(language: Language): Promise<Opened> {
  return open(<ResetRoute />, language, { pathname: '/signin/reset', state: { username: ADA.email } });
}

function resetPassword(again = ADA.password): Trigger {
  return async (language) => {
    const { field: labels, reset } = ACCOUNT_TEXTS[language];
    const opened = await openReset(language);
    reject(opened.pool, 'ConfirmForgotPassword', 'CodeMismatchException');
    await fillIn(opened.user, field(labels.code), '123456');
    await fillIn(opened.user, field(labels.newPassword), ADA.password);
    await fillIn(opened.user, field(labels.passwordAgain), again);
    await press(opened, reset.save);
  };
}

async function finishSignUp(language: Language): Promise<void> {
  const { action, field: labels } = ACCOUNT_TEXTS[language];
  storePendingSignUp({ username: 'ada', email: 'ada@example.com' });
  const opened = await openSignUp(language);
  opened.pool.answer('ConfirmSignUp', () => ({}));
  await fillIn(opened.user, field(labels.code), '123456');
  await press(opened, action.verify);
}

async function followMailedLink(language: Language): Promise<void> {
  const opened = await open(<VerifyRoute />, language, '/verify?username=ada&code=123456');
  opened.pool.answer('ConfirmSignUp', () => ({}));
  await press(opened, ACCOUNT_TEXTS[language].action.verify);
}

function openVerification(language: Language): Promise<Opened> {
  return open(
    <VerificationStep username="ada" email="ada@example.com" onVerified={nothing} onBack={nothing} />,
    language,
  );
}

function verifyEmail(rejection: string): Trigger {
  return async (language) => {
    const { action, field: labels } = ACCOUNT_TEXTS[language];
    const opened = await openVerification(language);
    reject(opened.pool, 'ConfirmSignUp', rejection);
    await fillIn(opened.user, field(labels.code), '123456');
    await press(opened, action.verify);
  };
}

async function resendCode(language: Language): Promise<void> {
  const opened = await openVerification(language);
  opened.pool.answer('ResendConfirmationCode', () => ({}));
  await press(opened, ACCOUNT_TEXTS[language].action.resend);
}

function returnFromProvider(query: string): Trigger {
  return async (language) => {
    const { href } = location;
    // The page reads the address of the browser, not of the router.
    history.replaceState(null, '', `/signin/complete${query}`);
    onTestFinished(() => history.replaceState(null, '', href));
    await open(<SignInCompleteRoute />, language, '/signin/complete');
  };
}

async function exportData(language: Language): Promise<void> {
  const opened = await open(<ExportRow />, language);
  opened.api.answer(accountApi.export, fail(500));
  await press(opened, ACCOUNT_TEXTS[language].export.download);
}

function copyCodes(isRejected: boolean): Trigger {
  return async (language) => {
    const { action, field: labels, recovery } = ACCOUNT_TEXTS[language];
    const opened = await open(<RecoveryCodesRow codesLeft={3} />, language, '/settings#recovery-codes');
    opened.api.answer(accountApi.makeRecoveryCodes, { codes: ['abcd-2345'] });
    if (isRejected) rejectClipboard();
    await fillIn(opened.user, field(labels.oneTimeCode), '123456');
    await press(opened, recovery.make);
    await press(opened, action.copy);
  };
}

function rejectClipboard(): void {
  const spy = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'));
  document.execCommand = () => false;
  onTestFinished(() => {
    spy.mockRestore();
    Reflect.deleteProperty(document, 'execCommand');
  });
}

function signIn(prepare: (opened: Opened) => void): Trigger {
  return async (language) => {
    const { action, field: labels } = ACCOUNT_TEXTS[language];
    const form = (
      <SignInSteps email="ada@example.com" onSignedIn={nothing}>
        {null}
      </SignInSteps>
    );
    const opened = await open(form, language, '/signin');
    prepare(opened);
    await fillIn(opened.user, field(labels.password), 'under the wave');
    await press(opened, action.signIn);
  };
}

const COMMENTS: CommentsData = {
  count: 0,
  order: 'asc',
  items: [],
  isOpen: true,
  startsAs: 'publish',
  needsProof: false,
  back: undefined,
  on: undefined,
  isFirstPage: true,
  formResult: undefined,
};

function comment(prepare: (opened: Opened) => void): Trigger {
  return async (language) => {
    const { form } = COMMENT_TEXTS[language];
    const path = '/posts/news/tour';
    const part = (
      <Thread serviceId="news" contentId="tour" path={path} comments={COMMENTS} votes={null} rejection={undefined} />
    );
    const opened = await open(part, language, path);
    opened.api.answer(guestApi.enter, { guestId: 'guest' }).answer(commentApi.form, { formToken: 'token' });
    prepare(opened);
    await fillIn(opened.user, field(form.body), 'Well said');
    await press(opened, form.send);
  };
}

const show =
  (page: ReactNode): Trigger =>
  (language) =>
    open(page, language, '/error?error=identity_taken');

/** The specification prescribes the English texts. */
const MESSAGES: readonly (readonly [en: string, ja: string, trigger: Trigger])[] = [
  ['Errors Exist', '入力内容にエラーがあります', signUp(nothing, { email: '', password: '', name: '' })],
  ['Values not updated', '変更されていません', saveName(nothing, ACCOUNT.name)],
  ['Same value', '現在と同じ値です', keepEmail],
  ['Update failed', '更新に失敗しました', saveName(({ pool }) => reject(pool, 'UpdateUserAttributes', 'Internal'))],
  ['Delete failed', '削除に失敗しました', deleteAccount(fail(500))],
  ['Service is unavailable', '現在サービスを利用できません', deleteAccount(fail(503, messages.unavailable))],
  ['Sign Out failed', 'サインアウトに失敗しました', signOutEverywhere(internalError)],
  ['Sign Up Failed', '登録に失敗しました', signUp(({ pool }) => reject(pool, 'SignUp', 'InternalErrorException'))],
  ['Verify Email Failed', 'メールアドレスの確認に失敗しました', verifyEmail('InternalErrorException')],
  ['Failed to get data from server', 'サーバーからデータを取得できませんでした', exportData],
  ['Failed to copy', 'コピーに失敗しました', copyCodes(true)],
  ['Sign In failed', 'サインインに失敗しました', signIn(({ pool }) => reject(pool, 'InitiateAuth', 'Internal'))],
  [
    ...(['Network error', '通信エラーが発生しました'] as const),
    signIn(({ pool }) => {
      pool.answer('InitiateAuth', () => {
        throw poolUnreachable();
      });
    }),
  ],
  [
    ...(['Email address is already in use', 'このメールアドレスはすでに使用されています'] as const),
    signUp(({ pool }) => reject(pool, 'SignUp', 'UsernameExistsException')),
  ],
  ['User is not authenticated', 'サインインしていません', saveName(endSession)],
  [
    ...(['Send comment failed', 'コメントの送信に失敗しました'] as const),
    comment(({ api }) => api.answer(commentApi.create, fail(500))),
  ],
  [
    ...(['Sign Anonymously failed', 'ゲストとしてのサインインに失敗しました'] as const),
    comment(({ api }) => api.answer(guestApi.enter, fail(500))),
  ],
  [
    ...([
      'This account is already associated with another user',
      'このアカウントは、すでに別のユーザーと連携されています',
    ] as const),
    show(<ProviderResult identities={[]} />),
  ],
  [
    ...([
      'Your email is not verified, check the verification mail',
      'メールアドレスが確認されていません。確認メールをご覧ください',
    ] as const),
    signIn(({ pool }) => reject(pool, 'RespondToAuthChallenge', 'UserNotConfirmedException')),
  ],
  [
    ...([
      'Email or passwords do not match our records',
      'メールアドレスまたはパスワードが登録内容と一致しません',
    ] as const),
    signIn(({ pool }) => reject(pool, 'RespondToAuthChallenge', 'NotAuthorizedException')),
  ],
  ['Sign Up Completed', '登録が完了しました', finishSignUp],
  ['Email verification is complete', 'メールアドレスの確認が完了しました', followMailedLink],
  ['Password updated', 'パスワードを更新しました', changePassword(() => ({}))],
  ['Signed out', 'サインアウトしました', signOutEverywhere(() => ({}))],
  ['Deleted', '削除しました', deleteAccount()],
  ['Updated', '更新しました', saveName(nothing)],
  ['Copied', 'コピーしました', copyCodes(false)],
  ['Are you sure you want to delete?', '削除してもよろしいですか？', askToDelete],
  ['Unauthorized', '認証が必要です', show(<NamedErrorPage name="unauthorized" />)],
  ['Forbidden', 'アクセスできません', show(<NamedErrorPage name="forbidden" />)],
  ['Not Found', '見つかりません', show(<NamedErrorPage name="notfound" />)],
];

const OTHER_MESSAGES: typeof MESSAGES = [
  ['Input required', '入力してください', signUp(nothing, { ...ADA, name: '' })],
  ['Email is not valid', 'メールアドレスの形式が正しくありません', signUp(nothing, { ...ADA, email: 'ada@nowhere' })],
  ['At least 6 characters', '6文字以上で入力してください', signUp(nothing, { ...ADA, password: '12345' })],
  ['Very strong', 'とても強い', signUp(nothing, { ...ADA, email: '', password: 'thirty-six views of Mount Fuji' })],
  ['Continue with Acme', 'Acmeで続ける', (language) => openSignUp(language, [{ name: 'acme', label: 'Acme' }])],
  [
    ...(['This code is wrong or has already been used', 'コードが正しくないか、すでに使用されています'] as const),
    verifyEmail('CodeMismatchException'),
  ],
  ['Email sent', 'メールを送信しました', resendCode],
  [
    ...([
      'If an account exists for ada@example.com, we’ve emailed you a code',
      'ada@example.comで登録されたアカウントがあれば、確認コードをメールでお送りしています',
    ] as const),
    openReset,
  ],
  [
    ...(['This code is wrong or has already been used', 'コードが正しくないか、すでに使用されています'] as const),
    resetPassword(),
  ],
  ['Passwords do not match', 'パスワードが一致しません', resetPassword('under the waves')],
  [
    ...(['This is not your current password', '現在のパスワードが正しくありません'] as const),
    changePassword(() => {
      throw poolError('NotAuthorizedException');
    }),
  ],
  [
    ...(['The sign-in was canceled', '連携先での操作がキャンセルされました'] as const),
    returnFromProvider('?error=access_denied'),
  ],
  [
    ...([
      'That took too long or was started in another browser',
      '有効期限が切れたか、別のブラウザーで開始された操作です',
    ] as const),
    returnFromProvider('?code=somebody-elses&state=made-up'),
  ],
  ['Back to sign-in', 'サインインに戻る', returnFromProvider('?error=access_denied')],
];

testInLanguages(
  (['en', 'ja'] as const).flatMap((language) =>
    [...MESSAGES, ...OTHER_MESSAGES].map(
      ([en, ja, trigger]) => [language, language === 'en' ? en : ja, trigger] as const,
    ),
  ),
)('shows in %s: %s', async ([language, text, trigger]) => {
  await trigger(language);
  const end = language === 'en' ? '. ' : '。';
  await screen.findAllByText((shown) => shown === text || shown.startsWith(`${text}${end}`));
});

test('every message differs between English and Japanese', () => {
  expect([...MESSAGES, ...OTHER_MESSAGES].filter(([en, ja]) => en === ja)).toEqual([]);
});

testInLanguages([
  ['en', 'Dismiss'],
  ['ja', '閉じる'],
])('toasts have a button that removes them, in %s', async ([language, name]) => {
  const opened = await open(<p />, language);
  act(() => showToast('Ink'));
  await press(opened, name);
  expect(screen.queryByText('Ink')).toBeNull();
});

test('401 page links to sign-in', async () => {
  await open(<NamedErrorPage name="unauthorized" />, 'en');
  expect(screen.getByText('401')).toBeTruthy();
  expect(screen.getByText('Sign in to see this page.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/signin');
});

test('403 page links to the console only from the console', async () => {
  const linksAt = async (at: string) => {
    await open(<NamedErrorPage name="forbidden" />, 'en', at);
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    cleanup();
    return links;
  };
  expect(await linksAt('/error/forbidden')).toEqual(['/']);
  expect(await linksAt('/error/forbidden?from=console')).toEqual(['/admin', '/']);
});

test('sign-in rejects an invalid address without a request', async () => {
  const form = (
    <SignInSteps email="ada@" onSignedIn={nothing}>
      {null}
    </SignInSteps>
  );
  const opened = await open(form, 'en', '/signin');
  const { action, field: labels, rule } = ACCOUNT_TEXTS.en;
  await fillIn(opened.user, field(labels.password), 'under the wave');
  await press(opened, action.signIn);
  expect(await screen.findByText(rule.email)).toBeTruthy();
});

test('404 page says that the page was not found', async () => {
  await open(<NamedErrorPage name="notfound" />, 'en');
  expect(screen.getByText('404')).toBeTruthy();
  expect(screen.getByText(/^We couldn’t find this page\./)).toBeTruthy();
});

test('errors are red toasts for 5 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  await exportData('en');
  const text = 'Failed to get data from server';
  const toast = await screen.findByText(text);
  expect(toast.parentElement?.dataset.tone).toBe('danger');
  await act(() => vi.advanceTimersByTimeAsync(4000));
  expect(screen.queryByText(text)).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(2000));
  await expect.poll(() => screen.queryByText(text)).toBeNull();
});
