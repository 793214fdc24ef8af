import { notifications } from '@mantine/notifications';
import { type BoundFunctions, cleanup, type queries, render, screen, within } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { type ComponentType, useEffect } from 'react';
import { I18nextProvider } from 'react-i18next';
import { createRoutesStub, useLocation } from 'react-router';
import { expect, onTestFinished, vi } from 'vitest';
import { type Account, accountApi } from '#contract/account.ts';
import { adminServiceApi, type ServiceDetail, type ServiceRecord } from '#contract/admin-services.ts';
import { defaultServiceConfigs } from '#contract/service-configs.ts';
import { type SiteConfig, siteConfigApi } from '#contract/site-config.ts';
import { translationApi } from '#contract/translations.ts';
import AdminLayout from '#web/admin/admin-layout.route.tsx';
import ConsoleFrameRoute, { ErrorBoundary, HydrateFallback } from '#web/admin/console-frame.route.tsx';
import { loadConsoleTexts } from '#web/admin/frame/console-texts.ts';
import { forgetNames } from '#web/admin/people/use-name.ts';
import { createI18n } from '#web/i18n/i18n.ts';
import { consoleConfig } from '#web/session/console-config.ts';
import { answerSignInRequest } from '#web/session/sign-in-request.ts';
import { type FakeApi, fakeApi, httpError } from './fake-api.ts';
import { CLIENT_ID, type FakePool, fakePool, storeSession, USERNAME } from './fake-pool.ts';

interface ScreenModule {
  // biome-ignore lint/suspicious/noExplicitAny: props and loader arguments differ by screen
  readonly default: ComponentType<any>;
  // biome-ignore lint/suspicious/noExplicitAny: loader arguments differ by screen
  readonly clientLoader?: (args: any) => unknown;
  readonly HydrateFallback?: ComponentType;
  readonly shouldRevalidate?: () => boolean;
}

export interface ScreenOptions {
  readonly at: string;
  readonly path: string;
  readonly language?: 'en' | 'ja';
  readonly role?: 'admin' | 'editor' | 'viewer';
  readonly services?: readonly ServiceDetail[];
  readonly config?: Partial<SiteConfig>;
  readonly api?: (api: FakeApi) => void;
  readonly pool?: (pool: FakePool) => void;
  readonly isLoading?: boolean;
  readonly isSignedIn?: boolean;
  readonly isFramed?: boolean;
  readonly providers?: SiteConfig['identity']['providers'];
}

export interface OpenScreen {
  readonly user: UserEvent;
  readonly api: FakeApi;
  readonly pool: FakePool;
  readonly address: () => string;
  readonly main: () => BoundFunctions<typeof queries>;
}

export function serviceDetail(service: Partial<ServiceDetail> = {}): ServiceDetail {
  return {
    serviceId: 'news',
    label: 'News',
    functions: ['post', 'comment'],
    revision: 1,
    createdAt: '2026-11-01T00:00:00Z',
    updatedAt: '2026-11-01T00:00:00Z',
    configs: defaultServiceConfigs,
    ...service,
  };
}

export async function openScreen(module: ScreenModule, options: ScreenOptions): Promise<OpenScreen> {
  const { at, path, language = 'en', role = 'editor', services = [serviceDetail()], config = {} } = options;
  const { isSignedIn = true, isFramed = true, providers = [] } = options;
  const api = fakeApi()
    .answer(siteConfigApi.read, { ...SITE_CONFIG, ...config })
    .answer(accountApi.read, { ...ACCOUNT, kind: 'admin', role, acceptServiceIds: services.map(idOf) })
    .answer(accountApi.services, [...services])
    .answer(translationApi.list, { setId: null, members: [] })
    .answer(adminServiceApi.find, ({ params }) => {
      const service = services.find(({ serviceId }) => serviceId === params.serviceId);
      if (!service) throw httpError(404);
      return service;
    });
  options.api?.(api);
  const pool = fakePool();
  options.pool?.(pool);
  const restoreFetch = replaceFetch(api, pool);
  if (isSignedIn) storeSession();
  // The configuration is cached for the lifetime of the page; resets what an earlier test set.
  Object.assign(await consoleConfig(), SITE_CONFIG, config);
  document.documentElement.lang = language;
  const i18n = await createI18n(language, { withConsole: true });
  await loadConsoleTexts(i18n, language);

  let address = '';
  function Here() {
    const { pathname, search, hash } = useLocation();
    address = `${pathname}${search}${hash}`;
    return null;
  }
  let isShown = false;
  function Shown() {
    useEffect(() => {
      isShown = true;
    }, []);
    return null;
  }
  const { clientLoader } = module;
  const screenRoute = {
    path,
    Component: beside(module.default, Shown),
    ...(clientLoader && { loader: (args: unknown) => withoutReload(() => clientLoader(args)) }),
    ...(!isFramed && { HydrateFallback: () => null }),
    ...(module.HydrateFallback && { HydrateFallback: module.HydrateFallback }),
    ...(module.shouldRevalidate && { shouldRevalidate: module.shouldRevalidate }),
  };
  const { loadingMaxDuration } = { ...SITE_CONFIG, ...config };
  const layoutData = { ...LAYOUT_DATA, loadingMaxDuration, providers };
  const Stub = createRoutesStub([
    {
      path: '/',
      Component: () => <Here />,
    },
    {
      id: LAYOUT,
      path: '/admin',
      Component: beside(AdminLayout, Here),
      loader: () => layoutData,
      shouldRevalidate: () => false,
      children: [
        ...(isFramed ? [] : [screenRoute]),
        {
          Component: ConsoleFrameRoute,
          HydrateFallback,
          ErrorBoundary,
          children: [...(isFramed ? [screenRoute] : []), { path: '*', Component: () => null }],
        },
      ],
    },
    { path: '*', Component: () => <Here /> },
  ] as Parameters<typeof createRoutesStub>[0]);

  const user = userEvent.setup();
  const errors = collectErrors();
  onTestFinished(() => {
    cleanup();
    answerSignInRequest(false);
    forgetNames();
    notifications.clean();
    localStorage.clear();
    sessionStorage.clear();
    restoreFetch();
    errors.restore();
    expect([...api.unanswered, ...pool.unanswered], 'requests that the test does not answer').toEqual([]);
    expect(errors.seen, 'errors in the browser console').toEqual([]);
  });
  render(
    <I18nextProvider i18n={i18n}>
      <Stub initialEntries={[at]} hydrationData={{ loaderData: { [LAYOUT]: layoutData } }} />
    </I18nextProvider>,
  );
  const isOutside = () =>
    isFramed ? !address.startsWith('/admin') || address.startsWith('/admin/signin') : address !== '' && address !== at;
  const hasFailed = () => document.querySelector('main [role=alert]') !== null;
  if (!options.isLoading) {
    await expect.poll(() => isShown || hasFailed() || isOutside(), { interval: 5, timeout: 10_000 }).toBe(true);
  }
  return { user, api, pool, address: () => address, main: () => within(screen.getByRole('main')) };
}

// biome-ignore lint/suspicious/noExplicitAny: passes any props to the route
function beside(Inner: ComponentType<any>, Observer: ComponentType): ComponentType {
  return (props: object) => (
    <>
      <Observer />
      <Inner {...props} />
    </>
  );
}

/** Turns a redirect with a document reload into a client-side one, because happy-dom cannot load documents. */
async function withoutReload(load: () => unknown): Promise<unknown> {
  try {
    return await load();
  } catch (thrown) {
    if (thrown instanceof Response) thrown.headers.delete('x-remix-reload-document');
    throw thrown;
  }
}

export function replaceFetch(api: FakeApi, pool: FakePool): () => void {
  const before = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const request = new Request(input, init);
    return request.headers.has('x-amz-target') ? pool.fetch(request) : api.fetch(request);
  };
  return () => {
    globalThis.fetch = before;
  };
}

function collectErrors(): { readonly seen: string[]; readonly restore: () => void } {
  const seen: string[] = [];
  const spy = vi.spyOn(console, 'error').mockImplementation((...given: unknown[]) => {
    const text = given.map(String).join(' ');
    // The script that sets the color scheme runs on server-rendered pages only.
    if (!text.startsWith('Encountered a script tag')) seen.push(text);
  });
  return { seen, restore: () => spy.mockRestore() };
}

function idOf({ serviceId }: ServiceRecord): string {
  return serviceId;
}

/** Id of the outermost route, whose data the server sends with the page. */
const LAYOUT = 'admin-layout';

export const ACCOUNT: Account = {
  username: USERNAME,
  kind: 'admin',
  role: 'editor',
  acceptServiceIds: [],
  name: 'Hokusai',
  email: 'hokusai@example.com',
  emailVerified: true,
  verifiedEmail: 'hokusai@example.com',
  photoUrl: null,
  mfaEnabled: false,
  recoveryCodesLeft: null,
  hasPassword: true,
  createdAt: '2026-11-01T00:00:00Z',
};

export const SITE_CONFIG: SiteConfig = {
  siteName: 'Kawaraban',
  logoUrls: { site: '', admin: '' },
  description: { en: '', ja: '' },
  frontPageServiceId: '',
  contactUrl: '',
  languages: ['en', 'ja'],
  mediaUrl: '/media',
  loadingMaxDuration: 30_000,
  isEnabledComment: true,
  adminAuthHeader: 'Authorization',
  adminAuthHeaderTokenPrefix: 'Bearer',
  voteTypesDefault: ['like'],
  post: {
    isEditablePostBodyOnPageByMarkdown: true,
    defaultEditorMode: 'markdown',
    richTextEditorKey: '',
    autoSlugSet: { isEnabled: true, format: 'YYYYMMDD' },
    isEnableSlugAutoSetButton: true,
  },
  identity: {
    region: 'local',
    userPoolId: 'local_kawaraban',
    userPoolClientId: CLIENT_ID,
    endpoint: '/identity/',
    authorizeUrl: '',
    tokenUrl: '',
    providers: [],
    features: { sessions: true, recoveryCodes: true, linking: true },
  },
};

const LAYOUT_DATA = {
  siteName: SITE_CONFIG.siteName,
  logoUrl: '',
  providers: [],
  hasRecoveryCodes: true,
};
