import { expect, test } from 'vitest';
import { latestAnswer } from './preview-pane.tsx';

function setUp() {
  const asked: string[] = [];
  const answers: string[] = [];
  const failures: unknown[] = [];
  const pending: { resolve: (answer: string) => void; reject: (error: Error) => void }[] = [];
  const latest = latestAnswer<string, string>({
    request: (question) => {
      asked.push(question);
      return new Promise((resolve, reject) => pending.push({ resolve, reject }));
    },
    onAnswer: (answer) => answers.push(answer),
    onFailure: (error) => failures.push(error),
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { asked, answers, failures, pending, latest, settle };
}

test('sends only the latest request queued during another one', async () => {
  const { asked, answers, pending, latest, settle } = setUp();
  for (const question of ['a', 'ab', 'abc']) latest.ask(question);
  expect(asked).toEqual(['a']);
  pending[0]?.resolve('A');
  await settle();
  expect(asked).toEqual(['a', 'abc']);
  pending[1]?.resolve('ABC');
  await settle();
  expect(answers).toEqual(['A', 'ABC']);
});

test('failure does not block later requests', async () => {
  const { asked, answers, failures, pending, latest, settle } = setUp();
  latest.ask('a');
  latest.ask('b');
  pending[0]?.reject(new Error('down'));
  await settle();
  expect(failures).toHaveLength(1);
  pending[1]?.resolve('B');
  await settle();
  expect([asked, answers]).toEqual([['a', 'b'], ['B']]);
});

test('stop drops pending responses', async () => {
  const { answers, asked, pending, latest, settle } = setUp();
  latest.ask('a');
  latest.ask('b');
  latest.stop();
  pending[0]?.resolve('A');
  await settle();
  expect([asked, answers]).toEqual([['a'], []]);
});
