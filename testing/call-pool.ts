import type { TestApp } from './app.ts';

export interface PoolAnswer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any response
  readonly json: any;
}

export async function callPool(
  { app }: Pick<TestApp, 'app'>,
  operation: string,
  body: unknown,
  { headers = {}, remoteAddress = '127.0.0.1' }: { headers?: Record<string, string>; remoteAddress?: string } = {},
): Promise<PoolAnswer> {
  const response = await app.inject({
    method: 'POST',
    url: '/identity/',
    remoteAddress,
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      ...headers,
    },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.statusCode, headers: response.headers, json: response.json() };
}
