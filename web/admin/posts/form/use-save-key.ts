import { useShortcuts } from '../../ui/shortcuts.ts';

export function useSaveKey(save: () => void): void {
  useShortcuts({ title: 'shortcuts.form', shortcuts: [{ combo: 'mod+s', label: 'shortcuts.save', run: save }] });
}
