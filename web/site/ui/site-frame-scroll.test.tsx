// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { useSettledScroll } from './site-frame.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  cleanup();
});

function Page() {
  useSettledScroll();
  return <h2 id="later" aria-label="later" />;
}

test('scrolls to the target again after 2000 ms', () => {
  vi.useFakeTimers();
  const router = createMemoryRouter([{ path: '*', element: <Page /> }], { initialEntries: ['/#later'] });
  const { getByRole } = render(<RouterProvider router={router} />);
  const scroll = vi.spyOn(getByRole('heading'), 'scrollIntoView');
  act(() => vi.advanceTimersByTime(1999));
  expect(scroll).not.toHaveBeenCalled();
  act(() => vi.advanceTimersByTime(1));
  expect(scroll).toHaveBeenCalledOnce();
});

test('returns to the scroll position again after 2000 ms', () => {
  vi.useFakeTimers();
  vi.stubGlobal('__reactRouterDataRouter', { state: { restoreScrollPosition: 500 } });
  const scroll = vi.spyOn(window, 'scrollTo');
  const router = createMemoryRouter([{ path: '*', element: <Page /> }]);
  render(<RouterProvider router={router} />);
  act(() => vi.advanceTimersByTime(1999));
  expect(scroll).not.toHaveBeenCalled();
  act(() => vi.advanceTimersByTime(1));
  expect(scroll.mock.calls).toEqual([[0, 500]]);
});
