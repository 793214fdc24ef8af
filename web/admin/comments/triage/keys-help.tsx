import { Modal, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TriageKeys } from './use-triage-keys.ts';
import './keys.css';

export interface KeysHelpProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly canAct: boolean;
  readonly keys: TriageKeys;
}

const reading = [
  ['next', ['J', '↓']],
  ['previous', ['K', '↑']],
  ['search', ['/']],
  ['help', ['?']],
] as const;

const changing = [
  ['publish', ['P']],
  ['unpublish', ['U']],
  ['delete', ['D']],
  ['restore', ['R']],
  ['undo', ['Z']],
  ['select', ['X']],
  ['clear', ['Esc']],
] as const;

/** Which key does what, and a switch for whom single letters are in the way. */
export function KeysHelp({ isOpen, onClose, canAct, keys }: KeysHelpProps) {
  const { t } = useTranslation('console');
  const rows = canAct ? [...reading, ...changing] : reading;
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('moderation.keys.title')} centered>
      <dl className="comment-keys">
        {rows.map(([name, caps]) => (
          <div key={name}>
            <dt>
              {caps.map((cap) => (
                <kbd key={cap}>{cap}</kbd>
              ))}
            </dt>
            <dd>{t(`moderation.keys.${name}`)}</dd>
          </div>
        ))}
      </dl>
      {canAct && <p className="comment-quiet">{t('moderation.keys.selected')}</p>}
      <Switch
        mt="md"
        label={t('moderation.keys.letters')}
        description={t('moderation.keys.lettersHelp')}
        checked={keys.hasLetters}
        onChange={({ currentTarget }) => keys.setHasLetters(currentTarget.checked)}
      />
    </Modal>
  );
}
