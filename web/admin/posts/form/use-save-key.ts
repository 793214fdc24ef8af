import { useShortcuts } from '../../ui/shortcuts.ts';

/** Runs on Ctrl+S and Cmd+S, in place of the browser's own saving. */
export function useSaveKey(save: () => void): void {
  useShortcuts({ title: 'shortcuts.form', shortcuts: [{ combo: 'mod+s', label: 'shortcuts.save', run: save }] });
}
