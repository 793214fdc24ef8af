import { expect, test } from 'vitest';
import { ApiError } from '#contract/api-client.ts';
import { type Outcomes, StaleIfError } from './stale-if-error.ts';

const data = (result: unknown) => ({ type: 'data', result }) as const;
const error = (result: unknown) => ({ type: 'error', result }) as const;
const away = new ApiError(0, { message: '' });

const of = (outcomes: Outcomes) => ({ outcomes });

test('keeps shown data during a temporary failure', () => {
  const staleIfError = new StaleIfError();
  expect(staleIfError.apply('/admin/tags/news', { frame: data('a'), tags: data(1) })).toEqual(
    of({ frame: data('a'), tags: data(1) }),
  );
  expect(staleIfError.apply('/admin/tags/news', { tags: error(away) })).toEqual({
    outcomes: { tags: data(1) },
    failure: away,
  });
  const busy = new ApiError(503, { message: '' });
  expect(staleIfError.apply('/admin/tags/news', { frame: data('b'), tags: error(busy) })).toEqual({
    outcomes: { frame: data('b'), tags: data(1) },
    failure: busy,
  });
  expect(staleIfError.apply('/admin/tags/news', { tags: data(2) })).toEqual(of({ tags: data(2) }));
});

test('shows errors of other screens and permanent failures', () => {
  const staleIfError = new StaleIfError();
  staleIfError.apply('/admin/tags/news', { tags: data(1) });
  expect(staleIfError.apply('/admin/tags/diary', { tags: error(away) })).toEqual(of({ tags: error(away) }));
  expect(staleIfError.apply('/admin/tags/diary', { tags: error(away) })).toEqual(of({ tags: error(away) }));
  staleIfError.apply('/admin/tags/news', { tags: data(1) });
  const gone = error(new ApiError(404, { message: '' }));
  expect(staleIfError.apply('/admin/tags/news', { tags: gone })).toEqual(of({ tags: gone }));
  const redirect = error(new Response(null, { status: 302 }));
  expect(staleIfError.apply('/admin/tags/news', { tags: redirect })).toEqual(of({ tags: redirect }));
});
