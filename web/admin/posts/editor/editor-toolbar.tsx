import type { Command } from '@codemirror/view';
import { ActionIcon } from '@mantine/core';
import { Bold, Code, Heading, Italic, Link, List, type LucideIcon, Quote } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  cycleHeading,
  insertLink,
  toggleBold,
  toggleCode,
  toggleItalic,
  toggleList,
  toggleQuote,
} from './markdown-commands.ts';

interface Tool {
  readonly name: 'bold' | 'italic' | 'heading' | 'link' | 'list' | 'quote' | 'code';
  readonly icon: LucideIcon;
  readonly command: Command;
  /** The letter of its key. */
  readonly key?: string;
}

const tools: readonly Tool[] = [
  { name: 'bold', icon: Bold, command: toggleBold, key: 'B' },
  { name: 'italic', icon: Italic, command: toggleItalic, key: 'I' },
  { name: 'heading', icon: Heading, command: cycleHeading },
  { name: 'link', icon: Link, command: insertLink, key: 'K' },
  { name: 'list', icon: List, command: toggleList },
  { name: 'quote', icon: Quote, command: toggleQuote },
  { name: 'code', icon: Code, command: toggleCode },
];

/** One stop for the Tab key; arrows go from button to button. */
export function EditorToolbar({ run }: { run: (command: Command) => void }) {
  const { t } = useTranslation('console');
  const [current, setCurrent] = useState(0);

  function move(event: KeyboardEvent<HTMLDivElement>): void {
    const next = nextStop(event.key, current);
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    event.currentTarget.querySelectorAll('button').item(next).focus();
  }

  return (
    <div className="markdown-toolbar" role="toolbar" aria-label={t('posts.toolbar')} onKeyDown={move}>
      {tools.map(({ name, icon: Icon, command, key }, index) => (
        <ActionIcon
          key={name}
          variant="subtle"
          size="lg"
          tabIndex={index === current ? 0 : -1}
          aria-label={t(`posts.tools.${name}`)}
          aria-keyshortcuts={key && `Control+${key} Meta+${key}`}
          title={key ? t('posts.toolWithKey', { name: t(`posts.tools.${name}`), key }) : t(`posts.tools.${name}`)}
          onFocus={() => setCurrent(index)}
          // The selection in the text stays while the button is pressed.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => run(command)}
        >
          <Icon size={17} aria-hidden="true" />
        </ActionIcon>
      ))}
    </div>
  );
}

function nextStop(key: string, current: number): number | undefined {
  const last = tools.length - 1;
  if (key === 'ArrowRight') return current === last ? 0 : current + 1;
  if (key === 'ArrowLeft') return current === 0 ? last : current - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}
