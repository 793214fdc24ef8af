import { expect, test } from 'vitest';
import { createLog } from '../platform/log.ts';
import { ResponseLog } from './response-log.ts';

test('few responses are logged individually, many are counted', () => {
  const logged: Record<string, unknown>[] = [];
  const log = new ResponseLog(createLog('info', { write: (line) => logged.push(JSON.parse(line)) }));
  const answered = { method: 'GET', url: '/a?b=c', statusCode: 200, durationMs: 1.23, remoteAddress: '127.0.0.1' };
  for (let index = 0; index < 1000; index += 1) log.add(() => answered, 'abc');
  expect(logged).toHaveLength(50);
  expect(logged[0]).toMatchObject({ reqId: 'abc', path: '/a', statusCode: 200, durationMs: 1.2, isKept: true });
  log.endSecond();
  expect(logged[50]).toMatchObject({ msg: 'more requests served from cache', count: 950 });
  log.add(() => answered, 'abc');
  log.endSecond();
  expect(logged).toHaveLength(52);
});
