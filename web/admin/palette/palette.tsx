import { Modal } from '@mantine/core';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useLanguage } from '../../i18n/language.ts';
import { postDetailPath } from '../../paths/console.ts';
import { useActor } from '../../session/actor.ts';
import { useAppearance, useChooseLanguage } from '../frame/preferences.ts';
import { type FoundPosts, useFoundPosts } from '../posts/use-found-posts.ts';
import { shortcutHelp } from '../ui/flag.ts';
import { isCombo } from '../ui/shortcuts.ts';
import { type Entry, entriesFor, fittingEntries, type PaletteAction, suggestedEntries } from './entries.ts';
import { PaletteList } from './palette-list.tsx';
import './palette.css';

interface PaletteProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function Palette({ isOpen, onClose }: PaletteProps) {
  const { t } = useTranslation('console');
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      xOffset="1rem"
      yOffset="10vh"
      classNames={{ content: 'palette ui-column' }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('palette.title')}>
        <PaletteField onDone={onClose} />
      </Modal.Content>
    </Modal.Root>
  );
}

function PaletteField({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('console');
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [settled, setSettled] = useState('');
  const [active, setActive] = useState(0);
  const { entries, found } = useChoices(typed, settled);
  const choose = useChoose(onDone);
  // Posts come last, so that late results do not move other options.
  const options = [
    ...entries.map((entry) => ({ entry, run: (isNewTab: boolean) => choose.entry(entry, isNewTab) })),
    ...(found.posts ?? []).map((post) => ({ post, run: (isNewTab: boolean) => choose.post(post, isNewTab) })),
  ];
  const at = Math.min(active, options.length - 1);

  function type(value: string, isComposing: boolean): void {
    setTyped(value);
    setActive(0);
    if (!isComposing) setSettled(value);
  }

  function press(event: KeyboardEvent<HTMLInputElement>): void {
    const step = STEPS[event.key];
    if (isCombo('mod+k', event.nativeEvent)) onDone();
    else if (event.key === 'Enter') options[at]?.run(event.ctrlKey || event.metaKey);
    else if (step && options.length > 0) setActive(step(at, options.length));
    else return;
    event.preventDefault();
  }

  const optionId = (index: number) => `${listId}-${index}`;
  return (
    <>
      <div className="palette-field ui-line ui-middle ui-gap-3 ui-quiet">
        <Search size={18} />
        <input
          data-autofocus
          role="combobox"
          aria-label={t('palette.title')}
          aria-expanded={options.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={options.length > 0 ? optionId(at) : undefined}
          placeholder={t('palette.placeholder')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          value={typed}
          onChange={({ currentTarget, nativeEvent }) =>
            type(currentTarget.value, (nativeEvent as InputEvent).isComposing)
          }
          onCompositionEnd={({ currentTarget }) => setSettled(currentTarget.value)}
          onKeyDown={press}
        />
      </div>
      <PaletteList
        id={listId}
        options={options}
        active={at}
        idOf={optionId}
        state={found.state}
        isBlank={settled.trim() === ''}
        onPoint={setActive}
      />
    </>
  );
}

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  PageDown: (at, count) => Math.min(at + 5, count - 1),
  PageUp: (at) => Math.max(at - 5, 0),
};

interface Choices {
  readonly entries: readonly Entry[];
  readonly found: FoundPosts;
}

const POST_COUNT = 8;

/** `settled` excludes text that is still being composed and drives the post search. */
function useChoices(typed: string, settled: string): Choices {
  const { t } = useTranslation('console');
  const { pathname } = useLocation();
  const actor = useActor();
  const language = useLanguage();
  const entries = entriesFor(actor, pathname, language);
  const isBlank = typed.trim() === '';
  const fitting = isBlank
    ? suggestedEntries(entries, pathname)
    : fittingEntries(entries, typed, ({ title }) => t(title));
  const ordered = ['action', 'screen'].flatMap((kind) => fitting.filter((entry) => entry.kind === kind));
  return { entries: ordered, found: useFoundPosts(settled, { count: POST_COUNT }) };
}

function useChoose(onDone: () => void) {
  const navigate = useNavigate();
  const doIt = useActions();
  const goTo = (path: string, { isOutside = false, isNewTab = false }) => {
    onDone();
    if (isNewTab) open(path, '_blank', 'noopener');
    else if (isOutside) location.assign(path);
    else void navigate(path);
  };
  return {
    entry: ({ path, action, isOutside = false }: Entry, isNewTab: boolean) => {
      if (path !== undefined) return goTo(path, { isOutside, isNewTab });
      onDone();
      if (action) doIt(action);
    },
    post: ({ serviceId, postId }: { serviceId: string; postId: string }, isNewTab: boolean) =>
      goTo(postDetailPath(serviceId, postId), { isNewTab }),
  };
}

function useActions(): (action: PaletteAction) => void {
  const [, show] = useAppearance();
  const chooseLanguage = useChooseLanguage();
  return (action) => {
    if (action === 'shortcuts') shortcutHelp.set(true);
    else if (action === 'en' || action === 'ja') void chooseLanguage(action);
    else show(action);
  };
}
