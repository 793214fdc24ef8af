// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useSentPreview } from './framed-preview.ts';

afterEach(() => vi.restoreAllMocks());

function Label() {
  return <p>{useSentPreview<{ label: string }>()?.label ?? 'stored'}</p>;
}

function sendFrom(source: unknown, { origin = location.origin, kind = 'preview-data' } = {}): void {
  const data = { kind, theme: 'dark', data: { label: 'sent' } };
  act(() => void window.dispatchEvent(Object.assign(new MessageEvent('message', { data, origin }), { source })));
}

test('page in a frame shows what the page around it sends, and nothing else', () => {
  const around = { postMessage: vi.fn() };
  vi.spyOn(window, 'parent', 'get').mockReturnValue(around as never);
  render(<Label />);
  expect(around.postMessage).toHaveBeenCalledWith({ kind: 'preview-ready' }, location.origin);
  sendFrom(window);
  sendFrom(around, { origin: 'https://elsewhere.example' });
  sendFrom(around, { kind: 'other' });
  expect(screen.queryByText('sent')).toBeNull();
  sendFrom(around);
  expect(screen.getByText('sent')).toBeDefined();
});

test('page outside a frame ignores messages', () => {
  render(<Label />);
  sendFrom(window);
  expect(screen.getByText('stored')).toBeDefined();
});
