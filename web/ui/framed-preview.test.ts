// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { receivePreview } from './framed-preview.ts';

afterEach(() => vi.restoreAllMocks());

function sendFrom(source: unknown, { origin = location.origin, kind = 'preview-data' } = {}): void {
  const data = { kind, theme: 'dark', data: { label: 'sent' } };
  window.dispatchEvent(Object.assign(new MessageEvent('message', { data, origin }), { source }));
}

test('page in a frame receives what the page around it sends, and nothing else', () => {
  const around = { postMessage: vi.fn() };
  vi.spyOn(window, 'parent', 'get').mockReturnValue(around as never);
  const show = vi.fn();
  const stop = receivePreview(show);
  expect(around.postMessage).toHaveBeenCalledWith({ kind: 'preview-ready' }, location.origin);
  sendFrom(window);
  sendFrom(around, { origin: 'https://elsewhere.example' });
  sendFrom(around, { kind: 'other' });
  expect(show).not.toHaveBeenCalled();
  sendFrom(around);
  expect(show).toHaveBeenCalledExactlyOnceWith({ label: 'sent' });
  expect(document.documentElement.dataset.theme).toBe('dark');
  stop();
  sendFrom(around);
  expect(show).toHaveBeenCalledOnce();
});
