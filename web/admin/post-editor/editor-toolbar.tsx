import type { Command } from '@codemirror/view';
import { Bold, Code, Heading, ImagePlus, Italic, Link, List, type LucideIcon, Paperclip, Quote } from 'lucide-react';
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
import { type StripTool, ToolStrip } from './tool-strip.tsx';

interface MarkdownTool {
  readonly name: 'bold' | 'italic' | 'heading' | 'link' | 'list' | 'quote' | 'code';
  readonly icon: LucideIcon;
  readonly command: Command;
  readonly letter?: string;
}

const markdownTools: readonly MarkdownTool[] = [
  { name: 'bold', icon: Bold, command: toggleBold, letter: 'B' },
  { name: 'italic', icon: Italic, command: toggleItalic, letter: 'I' },
  { name: 'heading', icon: Heading, command: cycleHeading },
  { name: 'link', icon: Link, command: insertLink, letter: 'K' },
  { name: 'list', icon: List, command: toggleList },
  { name: 'quote', icon: Quote, command: toggleQuote },
  { name: 'code', icon: Code, command: toggleCode },
];

const fileIcons: Readonly<Record<FileType, LucideIcon>> = { image: ImagePlus, file: Paperclip };

export interface EditorToolbarProps {
  readonly isMarkdown: boolean;
  readonly run: (command: Command) => void;
  readonly onPickFile: (type: FileType) => void;
}

export function EditorToolbar({ isMarkdown, run, onPickFile }: EditorToolbarProps) {
  const { t } = useTranslation('console');
  const marks = isMarkdown ? markdownTools : [];
  const tools: StripTool[] = [
    ...marks.map(({ command, ...tool }) => ({
      ...tool,
      label: t(`posts.tools.${tool.name}`),
      onPress: () => run(command),
    })),
    ...(['image', 'file'] as const).map((type) => ({
      name: type,
      icon: fileIcons[type],
      label: t(`postFiles.tools.${type}`),
      opensDialog: true,
      onPress: () => onPickFile(type),
    })),
  ];
  return <ToolStrip label={t('posts.toolbar')} tools={tools} />;
}
