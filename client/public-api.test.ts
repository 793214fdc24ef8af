import { expect, expectTypeOf, test } from 'vitest';
import { type api, endpoints } from '#contract/api.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { publicEndpoints } from './generate/write-public-api.ts';
import { createKawaraban } from './index.ts';
import { type JsonValue, type PublicApi, routes } from './public-api.ts';

const named = (groups: Record<string, object>) =>
  Object.entries(groups).flatMap(([group, calls]) => Object.keys(calls).map((name) => `${group}.${name}`));

test('client has one method per public endpoint of the contract', () => {
  const isPublic = endpoints.filter(({ access }) => access.level === 'public');
  const groups = publicEndpoints();
  expect(Object.values(groups).flatMap((calls) => Object.values(calls))).toEqual(expect.arrayContaining(isPublic));
  expect(named(groups)).toHaveLength(isPublic.length);
  const kawaraban: Record<string, object> = createKawaraban({ baseUrl: 'https://news.example.com' });
  const walks = Object.entries(routes).flatMap(([group, calls]) =>
    'list' in calls && 'isPaged' in calls.list ? [`${group}.all`, `${group}.pages`] : [],
  );
  expect(walks).toContain('posts.all');
  expect(named(kawaraban).toSorted()).toEqual([...named(groups), ...walks].toSorted());
});

type Contract = Omit<typeof api, 'posts'> & {
  posts: typeof api.posts & typeof api.postSearch;
  groups: typeof api.postGroups;
};

/** Type as serialized to JSON, without `undefined`. Replaces JsonValue, whose recursion would not terminate. */
type OnTheWire<T> = [JsonValue] extends [T] ? 'anything' : Fields<T>;
type Fields<T> = T extends object ? { [K in keyof T]: OnTheWire<Exclude<T[K], undefined>> } : T;

type Different = {
  [Group in keyof PublicApi]: {
    [Name in keyof PublicApi[Group]]: PublicApi[Group][Name] extends { answer: infer Answer }
      ? Name extends keyof Contract[Group]
        ? Contract[Group][Name] extends Parameters<typeof endpoints.includes>[0]
          ? [OnTheWire<Answer>, OnTheWire<ResponseOf<Contract[Group][Name]>>] extends [
              OnTheWire<ResponseOf<Contract[Group][Name]>>,
              OnTheWire<Answer>,
            ]
            ? never
            : `${Group}.${Name & string}`
          : `${Group}.${Name & string} is no endpoint`
        : `${Group}.${Name & string} is missing`
      : never;
  }[keyof PublicApi[Group]];
}[keyof PublicApi];

test('response types of client and contract are equal', () => {
  expectTypeOf<Different>().toEqualTypeOf<never>();
});
