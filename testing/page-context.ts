import { RouterContextProvider } from 'react-router';
import { provideTools } from '#web/api/page-api.server.ts';
import type { TestApp } from './app.ts';

type StubAnswer = number | ((url: URL) => Response | undefined);

export function pageContextOf(
  { app }: TestApp,
  answers: Readonly<Record<string, StubAnswer>> = {},
): RouterContextProvider {
  const context = new RouterContextProvider();
  const fetchApi = async (request: Request) => {
    const url = new URL(request.url);
    const stub = Object.entries(answers).find(([path]) => url.pathname.startsWith(path))?.[1];
    const instead = stub === undefined ? undefined : answerOf(stub, url);
    if (instead) return instead;
    const response = await app.inject({ url: `${url.pathname}${url.search}` });
    return new Response(response.payload, {
      status: response.statusCode,
      headers: { 'content-type': 'application/json' },
    });
  };
  provideTools(context, {
    answerCall: async () => undefined,
    fetchApi,
    fetchAsReader: fetchApi,
    origin: 'http://news.example',
    connectOrigins: [],
    uploadOrigins: [],
    captchaSources: [],
    editorSources: [],
    reportError: () => {},
  });
  return context;
}

function answerOf(stub: StubAnswer, url: URL): Response | undefined {
  if (typeof stub === 'function') return stub(url);
  if (stub === 0) throw new TypeError('Failed to fetch');
  return Response.json({ message: 'Not this time' }, { status: stub });
}
