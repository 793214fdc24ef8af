import type { Command } from '@codemirror/view';
import { ActionIcon } from '@mantine/core';
import { Bold, Code, Heading, ImagePlus, Italic, Link, List, type LucideIcon, Paperclip, Quote } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileType } from '#contract/files.ts';
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

const fileTools: readonly { readonly type: FileType; readonly icon: LucideIcon }[] = [
  { type: 'image', icon: ImagePlus },
  { type: 'file', icon: Paperclip },
];

export interface EditorToolbarProps {
  /** Whether the marks of Markdown are among the tools. */
  readonly isMarkdown: boolean;
  readonly run: (command: Command) => void;
  /** Asks for a file that is to stand in the text. */
  readonly onFileWanted: (type: FileType) => void;
}

/** One stop for the Tab key; arrows go from button to button. */
export function EditorToolbar({ isMarkdown, run, onFileWanted }: EditorToolbarProps) {
  const { t } = useTranslation('console');
  const [stop, setStop] = useState(0);
  const marks = isMarkdown ? tools : [];
  const last = marks.length + fileTools.length - 1;
  const current = Math.min(stop, last);

  function move(event: KeyboardEvent<HTMLDivElement>): void {
    const next = nextStop(event.key, current, last);
    if (next === undefined) return;
    event.preventDefault();
    setStop(next);
    event.currentTarget.querySelectorAll('button').item(next).focus();
  }

  return (
    <div className="editor-toolbar" role="toolbar" aria-label={t('posts.toolbar')} onKeyDown={move}>
      {marks.map(({ name, icon: Icon, command, key }, index) => (
        <ActionIcon
          key={name}
          variant="subtle"
          size="lg"
          tabIndex={index === current ? 0 : -1}
          aria-label={t(`posts.tools.${name}`)}
          aria-keyshortcuts={key && `Control+${key} Meta+${key}`}
          title={key ? t('posts.toolWithKey', { name: t(`posts.tools.${name}`), key }) : t(`posts.tools.${name}`)}
          onFocus={() => setStop(index)}
          // The selection in the text stays while the button is pressed.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => run(command)}
        >
          <Icon size={17} aria-hidden="true" />
        </ActionIcon>
      ))}
      {fileTools.map(({ type, icon: Icon }, index) => (
        <ActionIcon
          key={type}
          variant="subtle"
          size="lg"
          tabIndex={marks.length + index === current ? 0 : -1}
          aria-label={t(`postFiles.tools.${type}`)}
          aria-haspopup="dialog"
          title={t(`postFiles.tools.${type}`)}
          onFocus={() => setStop(marks.length + index)}
          onClick={() => onFileWanted(type)}
        >
          <Icon size={17} aria-hidden="true" />
        </ActionIcon>
      ))}
    </div>
  );
}

function nextStop(key: string, current: number, last: number): number | undefined {
  if (key === 'ArrowRight') return current === last ? 0 : current + 1;
  if (key === 'ArrowLeft') return current === 0 ? last : current - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}
