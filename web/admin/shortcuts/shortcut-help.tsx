import { Modal, Switch } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConsoleKey } from '../ui/failure-text.ts';
import {
  areLetterShortcutsOn,
  keyLabels,
  onLetterShortcutsChange,
  type Shortcut,
  type ShortcutGroup,
  setLetterShortcuts,
  useIsMac,
  useShortcutGroups,
} from '../ui/shortcuts.ts';
import './shortcut-help.css';

interface ShortcutHelpProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function ShortcutHelp({ isOpen, onClose }: ShortcutHelpProps) {
  const { t } = useTranslation('console');
  const groups = mergeByTitle(useShortcutGroups());
  const isOn = useSyncExternalStore(onLetterShortcutsChange, areLetterShortcutsOn, () => true);
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('shortcuts.title')} centered>
      {groups.map(({ title, shortcuts, note }) => (
        <section key={title} className="shortcut-group">
          <h3>{t(title)}</h3>
          <dl className="shortcut-list">
            {shortcuts.map((shortcut) => (
              <ShortcutRow key={shortcut.label} shortcut={shortcut} />
            ))}
          </dl>
          {note && <p className="ui-quiet ui-above-2">{t(note)}</p>}
        </section>
      ))}
      <Switch
        mt="md"
        label={t('shortcuts.letters')}
        description={t('shortcuts.lettersHelp')}
        checked={isOn}
        onChange={({ currentTarget }) => setLetterShortcuts(currentTarget.checked)}
      />
    </Modal>
  );
}

function ShortcutRow({ shortcut }: { shortcut: Shortcut }) {
  const { t } = useTranslation('console');
  const isMac = useIsMac();
  const { label, combo, caps = combo ? keyLabels(combo, isMac) : [] } = shortcut;
  return (
    <div>
      <dt>
        {caps.map((cap) => (
          <kbd key={cap}>{cap}</kbd>
        ))}
      </dt>
      <dd>{t(label)}</dd>
    </div>
  );
}

function mergeByTitle(groups: readonly ShortcutGroup[]): ShortcutGroup[] {
  const byTitle = Map.groupBy(groups.toReversed(), ({ title }) => title);
  return [...byTitle].flatMap(([title, sameTitle]) => {
    const shortcuts = sameTitle.flatMap((group) => group.shortcuts);
    const byLabel = new Map<ConsoleKey, Shortcut>(shortcuts.map((shortcut) => [shortcut.label, shortcut]));
    const note = sameTitle.find((group) => group.note)?.note;
    return byLabel.size > 0 ? [{ title, shortcuts: [...byLabel.values()], note }] : [];
  });
}
