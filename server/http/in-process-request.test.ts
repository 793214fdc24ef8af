import { OutgoingMessage } from 'node:http';
import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { requestInProcess } from './in-process-request.ts';

let app: FastifyInstance = Fastify();

afterEach(async () => {
  await app.close();
  app = Fastify();
});

async function send(request: Partial<Parameters<typeof requestInProcess>[1]>) {
  await app.ready();
  return requestInProcess(app, { url: '/', headers: {}, ...request });
}

test('status, headers and body are returned', async () => {
  app.get('/', async (_request, reply) =>
    reply.code(201).header('set-cookie', ['a=1', 'b=2']).type('text/plain; charset=utf-8').send('日本'),
  );
  const { status, headers, body } = await send({});
  expect(status).toBe(201);
  expect(headers).toMatchObject({ 'set-cookie': ['a=1', 'b=2'], 'content-type': 'text/plain; charset=utf-8' });
  expect(body.toString()).toBe('日本');
});

test('the application sees method, URL, headers, address and body', async () => {
  app.post('/echo', async ({ body, headers, ip, query }) => ({ body, name: headers['x-name'], ip, query }));
  const { body } = await send({
    method: 'POST',
    url: '/echo?a=1',
    headers: { 'content-type': 'application/json', 'x-name': 'one' },
    remoteAddress: '192.0.2.7',
    body: Buffer.from('{"text":"語"}'),
  });
  expect(JSON.parse(body.toString())).toEqual({
    body: { text: '語' },
    name: 'one',
    ip: '192.0.2.7',
    query: { a: '1' },
  });
});

test('streamed bodies are returned whole', async () => {
  app.get('/', async () => Readable.from([Buffer.from('one '), Buffer.from('two')]));
  const { body } = await send({});
  expect(body.toString()).toBe('one two');
});

test('an interrupted response is an error', async () => {
  app.get('/', (_request, reply) => {
    reply.hijack();
    reply.raw.destroy();
  });
  await expect(send({})).rejects.toThrow('not completed');
});

test('a failed response is an error', async () => {
  app.get('/', (_request, reply) => {
    reply.hijack();
    reply.raw.destroy(new Error('disk failed'));
  });
  await expect(send({})).rejects.toThrow('disk failed');
});

test('responses do not derive from those of node:http', async () => {
  const responses: unknown[] = [];
  app.get('/', async (_request, reply) => {
    responses.push(reply.raw);
    return '';
  });
  await send({});
  expect(responses[0]).not.toBeInstanceOf(OutgoingMessage);
});
