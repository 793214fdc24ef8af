import { createMemoryRouter, type MiddlewareFunction } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { onNavigationFailure, stayOnFailedNavigation, trackShownPage } from './stay-on-failed-navigation.ts';

afterEach(() => vi.unstubAllGlobals());

async function placedAt(path: string) {
  const loaded: string[] = [];
  const page = (name: string) => () => {
    loaded.push(name);
    if (name === 'second') throw new TypeError('Failed to fetch');
    return name;
  };
  const middleware = [stayOnFailedNavigation as MiddlewareFunction];
  const children = ['first', 'second', 'third'].map((name) => ({ path: name, loader: page(name) }));
  const router = createMemoryRouter([{ path: '/', middleware, children }], { initialEntries: [path] });
  vi.stubGlobal('__reactRouterDataRouter', router);
  vi.stubGlobal('history', { state: null });
  await expect.poll(() => router.state.initialized).toBe(true);
  return { router, loaded };
}

test.for(['/first', '/first#heading'])('after a failed navigation %s can be revalidated', async (path) => {
  const { router, loaded } = await placedAt(path);
  const failures: number[] = [];
  const stop = onNavigationFailure(({ status }) => failures.push(status));
  await router.navigate('/second');
  await expect.poll(() => router.state.navigation.state).toBe('idle');
  expect(failures).toEqual([0]);
  expect(`${router.state.location.pathname}${router.state.location.hash}`).toBe(path);
  expect(loaded).toEqual(['first', 'second']);
  await router.revalidate();
  expect(loaded).toEqual(['first', 'second', 'first']);
  expect(router.state.loaderData).toEqual({ '0-0': 'first' });
  stop();
});

test('failed Back right after a navigation goes forward again', async () => {
  const { router } = await placedAt('/first');
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  const { navigate } = router;
  const steps: unknown[] = [];
  const follow = (to: unknown) => {
    steps.push(to);
    return navigate(router.state.location, { replace: true });
  };
  vi.stubGlobal('__reactRouterDataRouter', Object.assign(Object.create(router), { navigate: follow }));
  vi.stubGlobal('history', { state: { idx: 0 } });
  const stop = trackShownPage();
  vi.stubGlobal('history', { state: { idx: 1 } });
  await navigate('/third');
  vi.stubGlobal('history', { state: { idx: 0 } });
  page.dispatchEvent(new Event('popstate'));
  await navigate('/second');
  expect(steps).toEqual([1]);
  stop();
});
