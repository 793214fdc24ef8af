import { expect, test } from 'vitest';
import { type ServicesChange, trackAcceptedServices } from './accepted-services.ts';

test('saves one service per tick', async () => {
  const { services, saves, settle } = given(['news']);
  services.toggle('blog', true);
  await settle(0);
  services.toggle('news', false);
  await settle(1);
  expect(saves.map(({ change }) => change)).toEqual([
    { addServiceIds: ['blog'], removeServiceIds: [] },
    { addServiceIds: [], removeServiceIds: ['news'] },
  ]);
});

test('ticks during a save are saved together afterward', async () => {
  const { services, saves, settle } = given([]);
  services.toggle('a', true);
  services.toggle('b', true);
  services.toggle('c', true);
  expect([...services.chosen]).toEqual(['a', 'b', 'c']);
  expect(saves).toHaveLength(1);
  await settle(0);
  expect(saves.map(({ change }) => change.addServiceIds)).toEqual([['a'], ['b', 'c']]);
});

test('reverted tick sends nothing', async () => {
  const { services, saves, settle } = given([]);
  services.toggle('a', true);
  services.toggle('b', true);
  services.toggle('b', false);
  await settle(0);
  expect(saves).toHaveLength(1);
});

test('failed save restores the stored services', async () => {
  const { services, saves, settle, shown, failures } = given(['news']);
  services.toggle('blog', true);
  await settle(0);
  services.toggle('shop', true);
  services.toggle('news', false);
  await settle(1, new Error('refused'));
  expect(failures).toEqual([new Error('refused')]);
  expect([...services.chosen].sort()).toEqual(['blog', 'news']);
  expect(shown.at(-1)).toEqual(['blog', 'news']);
  expect(saves).toHaveLength(2);
});

function given(initial: string[]) {
  const saves: { change: ServicesChange; settle: (error?: Error) => void }[] = [];
  const shown: string[][] = [];
  const failures: unknown[] = [];
  const services = trackAcceptedServices({
    initial,
    save: (change) =>
      new Promise((resolve, reject) => {
        saves.push({ change, settle: (error) => (error ? reject(error) : resolve()) });
      }),
    onChange: (chosen) => void shown.push([...chosen].sort()),
    onSaved: () => {},
    onFailed: (error) => void failures.push(error),
  });
  const settle = async (index: number, error?: Error) => {
    saves[index]?.settle(error);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { services, saves, shown, failures, settle };
}
