import type { ChainedCommands, Editor } from '@tiptap/core';
import {
  Bold,
  Clapperboard,
  Code,
  CodeXml,
  Heading2,
  Heading3,
  Heading4,
  Highlighter,
  ImagePlus,
  Italic,
  Languages,
  Link,
  List,
  ListOrdered,
  ListTodo,
  type LucideIcon,
  Minus,
  Paperclip,
  Pilcrow,
  Quote,
  Redo2,
  SquareCode,
  Strikethrough,
  Table,
  Undo2,
} from 'lucide-react';
import type { FileType } from '#contract/files.ts';

export type RichQuestion = 'link' | 'alt' | 'embed' | 'html' | 'ruby';

export interface ToolContext {
  readonly editor: Editor;
  readonly ask: (question: RichQuestion) => void;
  readonly askFile: (type: FileType) => void;
}

export type ToolName =
  | ('undo' | 'redo' | 'paragraph' | 'heading2' | 'heading3' | 'heading4' | 'bold' | 'italic' | 'strike' | 'code')
  | ('link' | 'bulletList' | 'orderedList' | 'taskList' | 'blockquote' | 'codeBlock' | 'table' | 'horizontalRule')
  | ('image' | 'file' | 'embed' | 'html' | 'highlight' | 'ruby');

export interface RichTool {
  readonly name: ToolName;
  readonly icon: LucideIcon;
  readonly run: (context: ToolContext) => void;
  readonly isActive?: (editor: Editor) => boolean;
  readonly isDisabled?: (editor: Editor) => boolean;
  readonly letter?: string;
  readonly opensDialog?: boolean;
}

type Change = (chain: ChainedCommands) => ChainedCommands;

function run(change: Change): RichTool['run'] {
  return ({ editor }) => change(editor.chain().focus()).run();
}

function toggle(name: ToolName, icon: LucideIcon, change: Change, letter?: string): RichTool {
  return { name, icon, run: run(change), isActive: (editor) => editor.isActive(name), ...(letter && { letter }) };
}

function heading(level: 2 | 3 | 4, icon: LucideIcon): RichTool {
  return {
    ...toggle(`heading${level}`, icon, (chain) => chain.toggleHeading({ level })),
    isActive: (editor) => editor.isActive('heading', { level }),
  };
}

function opener(name: ToolName, icon: LucideIcon, open: RichTool['run']): RichTool {
  return { name, icon, opensDialog: true, run: open };
}

const paragraph: RichTool = { name: 'paragraph', icon: Pilcrow, run: run((chain) => chain.setParagraph()) };

const undo: RichTool = {
  name: 'undo',
  icon: Undo2,
  letter: 'Z',
  run: run((chain) => chain.undo()),
  isDisabled: (editor) => !editor.can().undo(),
};

const redo: RichTool = {
  name: 'redo',
  icon: Redo2,
  run: run((chain) => chain.redo()),
  isDisabled: (editor) => !editor.can().redo(),
};

const heading2 = heading(2, Heading2);
const heading3 = heading(3, Heading3);
const headings = [heading2, heading3, heading(4, Heading4)];

const marks: readonly RichTool[] = [
  toggle('bold', Bold, (chain) => chain.toggleBold(), 'B'),
  toggle('italic', Italic, (chain) => chain.toggleItalic(), 'I'),
  toggle('strike', Strikethrough, (chain) => chain.toggleStrike()),
  toggle('code', Code, (chain) => chain.toggleCode(), 'E'),
  { ...opener('link', Link, ({ ask }) => ask('link')), letter: 'K', isActive: (editor) => editor.isActive('link') },
];

const quote = toggle('blockquote', Quote, (chain) => chain.toggleBlockquote());

const highlight: RichTool = {
  name: 'highlight',
  icon: Highlighter,
  run: run((chain) => chain.toggleMark('phrase', { tag: 'mark' })),
  isActive: (editor) => editor.isActive('phrase', { tag: 'mark' }),
};
const ruby = opener('ruby', Languages, ({ ask }) => ask('ruby'));

const blocks: readonly RichTool[] = [
  toggle('bulletList', List, (chain) => chain.toggleBulletList()),
  toggle('orderedList', ListOrdered, (chain) => chain.toggleOrderedList()),
  toggle('taskList', ListTodo, (chain) => chain.toggleList('taskList', 'taskItem')),
  quote,
  toggle('codeBlock', SquareCode, (chain) => chain.toggleCodeBlock()),
  {
    name: 'table',
    icon: Table,
    run: run((chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true })),
    isDisabled: (editor) => editor.isActive('table'),
  },
  { name: 'horizontalRule', icon: Minus, run: run((chain) => chain.setHorizontalRule()) },
  opener('image', ImagePlus, ({ askFile }) => askFile('image')),
  opener('file', Paperclip, ({ askFile }) => askFile('file')),
  opener('embed', Clapperboard, ({ ask }) => ask('embed')),
  opener('html', CodeXml, ({ ask }) => ask('html')),
];

export const toolbarTools: readonly RichTool[] = [undo, redo, ...headings, ...marks, ...blocks];
export const slashTools: readonly RichTool[] = [paragraph, ...headings, ...blocks];
/** Tools for selected text. */
export const selectionTools: readonly RichTool[] = [...marks, heading2, heading3, quote, highlight, ruby];
export const allTools: readonly RichTool[] = [...toolbarTools, highlight, ruby];
