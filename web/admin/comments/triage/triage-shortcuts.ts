import type { Shortcut } from '../../ui/shortcuts.ts';

const reading: readonly Shortcut[] = [
  { label: 'moderation.keys.next', caps: ['J', '↓'] },
  { label: 'moderation.keys.previous', caps: ['K', '↑'] },
  { label: 'moderation.keys.search', caps: ['/'] },
];

const changing: readonly Shortcut[] = [
  { label: 'moderation.keys.publish', caps: ['P'] },
  { label: 'moderation.keys.unpublish', caps: ['U'] },
  { label: 'moderation.keys.delete', caps: ['D'] },
  { label: 'moderation.keys.restore', caps: ['R'] },
  { label: 'moderation.keys.undo', caps: ['Z'] },
  { label: 'moderation.keys.select', caps: ['X'] },
  { label: 'moderation.keys.clear', caps: ['Esc'] },
];

export const triageShortcuts = (canAct: boolean) => (canAct ? [...reading, ...changing] : reading);
