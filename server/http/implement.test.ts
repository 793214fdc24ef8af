import Fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { endpointsOf, publicAccess } from '#contract/endpoint.ts';
import { created } from './endpoint-pipeline.ts';
import { answerError } from './error-handler.ts';
import { Redirect } from './errors.ts';
import { type Api, apiOf } from './implement.ts';
import { describeApi } from './openapi.ts';

const response = z.object({ name: z.string() });
const common = { summary: 'A thing', response } as const;
const endpoint = endpointsOf({ tag: 'things', access: publicAccess });

async function appWith(implement: (api: Api) => void) {
  const app = Fastify();
  onTestFinished(() => app.close());
  app.setErrorHandler(answerError);
  app.setSerializerCompiler(serializerCompiler);
  app.setValidatorCompiler(() => (value) => ({ value }));
  describeApi(app, {
    version: '0.0.0',
    authHeader: { adminAuthHeader: 'Authorization', adminAuthHeaderTokenPrefix: 'Bearer' },
  });
  await app.register(async (scope) => implement(apiOf(scope, [])));
  await app.ready();
  return app;
}

async function described(app: FastifyInstance) {
  return (await app.inject('/openapi.json')).json().paths['/thing'];
}

test('creating calls return 201 and declare it in OpenAPI', async () => {
  const put = endpoint('PUT', '/thing', { ...common, alsoAnswers: [201] });
  const thing = { name: 'a', secret: 'b' };
  const app = await appWith((api) => api.implement(put, async () => created(thing)));
  const { statusCode, body } = await app.inject({ method: 'PUT', url: '/thing' });
  expect([statusCode, body]).toEqual([201, '{"name":"a"}']);
  const { responses } = (await described(app)).put;
  expect(Object.keys(responses ?? {})).toEqual(['200', '201', '4XX', '5XX']);
});

test('undeclared 201 responses fail with 500', async () => {
  const put = endpoint('PUT', '/thing', common);
  const app = await appWith((api) => api.implement(put, async () => created({ name: 'a' })));
  const { statusCode, body } = await app.inject({ method: 'PUT', url: '/thing' });
  expect([statusCode, JSON.parse(body)]).toEqual([500, { message: 'Server error' }]);
});

test('moved resources return 301 without caching', async () => {
  const get = endpoint('GET', '/thing', { ...common, alsoAnswers: [301] });
  const app = await appWith((api) =>
    api.implement(get, async () => {
      throw new Redirect('/other?a=1');
    }),
  );
  const { statusCode, headers, body } = await app.inject({ method: 'GET', url: '/thing' });
  expect([statusCode, headers.location, JSON.parse(body)]).toEqual([
    301,
    '/other?a=1',
    { message: 'Moved Permanently' },
  ]);
  expect(headers['cache-control']).toBe('no-cache');
  expect((await described(app)).get.responses).toHaveProperty('301');
});
