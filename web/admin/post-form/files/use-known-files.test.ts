import { expect, test } from 'vitest';
import type { AdminFile } from '#contract/admin-files.ts';
import { knownFromPost, toKnownFile } from './use-known-files.ts';

const file: AdminFile = {
  fileId: 'a',
  serviceId: 'news',
  fileType: 'image',
  mimeType: 'image/png',
  extension: 'png',
  name: 'a.png',
  size: 9,
  status: 'published',
  createdAt: '2026-11-21T00:00:00Z',
  createdBy: 'u',
  updatedAt: null,
  uploadedAt: '2026-11-21T00:00:00Z',
  version: 1,
  revision: 1,
  width: 3,
  height: 2,
  isAnimated: false,
  placeholder: null,
  alt: {},
  caption: {},
  src: '/a.png',
  variants: [],
  isUsed: true,
  isWithdrawn: false,
  sameAs: null,
};

test('removed or withdrawn file has a reason and no address', () => {
  expect(toKnownFile(file)).toMatchObject({ name: 'a.png', src: '/a.png' });
  expect(toKnownFile(file).unavailableReason).toBeUndefined();
  const removed = toKnownFile({ ...file, status: 'removed', isUsed: false });
  expect([removed.unavailableReason, removed.src]).toEqual(['removed', undefined]);
  const withdrawn = toKnownFile({ ...file, status: 'removed', isWithdrawn: true });
  expect([withdrawn.unavailableReason, withdrawn.src, withdrawn.name]).toEqual(['withdrawn', undefined, 'a.png']);
});

test('files without an address are left to look up', () => {
  const held = { fileId: 'b', mimeType: 'image/png' };
  const shown = { fileId: 'a', mimeType: 'image/png', src: '/a.png' };
  expect([...knownFromPost([held, shown]).keys()]).toEqual(['a']);
});
