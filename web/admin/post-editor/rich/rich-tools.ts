import type { Editor } from '@tiptap/core';
import {
  Bold,
  Clapperboard,
  Code,
  CodeXml,
  Heading2,
  Heading3,
  Heading4,
  ImagePlus,
  Italic,
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

export type RichQuestion = 'link' | 'alt' | 'embed' | 'html';

export interface ToolContext {
  readonly editor: Editor;
  readonly ask: (question: RichQuestion) => void;
  readonly askFile: (type: FileType) => void;
}

export type ToolName =
  | ('undo' | 'redo' | 'paragraph' | 'heading2' | 'heading3' | 'heading4' | 'bold' | 'italic' | 'strike' | 'code')
  | ('link' | 'bulletList' | 'orderedList' | 'taskList' | 'blockquote' | 'codeBlock' | 'table' | 'horizontalRule')
  | ('image' | 'file' | 'embed' | 'html');

export interface RichTool {
  readonly name: ToolName;
  readonly icon: LucideIcon;
  readonly run: (context: ToolContext) => void;
  readonly isActive?: (editor: Editor) => boolean;
  readonly isDisabled?: (editor: Editor) => boolean;
  readonly letter?: string;
  readonly opensDialog?: boolean;
}

function heading(level: 2 | 3 | 4, icon: LucideIcon): RichTool {
  return {
    name: `heading${level}`,
    icon,
    run: ({ editor }) => editor.chain().focus().toggleHeading({ level }).run(),
    isActive: (editor) => editor.isActive('heading', { level }),
  };
}

const tools: Readonly<Record<ToolName, RichTool>> = {
  undo: {
    name: 'undo',
    icon: Undo2,
    letter: 'Z',
    run: ({ editor }) => editor.chain().focus().undo().run(),
    isDisabled: (editor) => !editor.can().undo(),
  },
  redo: {
    name: 'redo',
    icon: Redo2,
    run: ({ editor }) => editor.chain().focus().redo().run(),
    isDisabled: (editor) => !editor.can().redo(),
  },
  paragraph: { name: 'paragraph', icon: Pilcrow, run: ({ editor }) => editor.chain().focus().setParagraph().run() },
  heading2: heading(2, Heading2),
  heading3: heading(3, Heading3),
  heading4: heading(4, Heading4),
  bold: {
    name: 'bold',
    icon: Bold,
    letter: 'B',
    run: ({ editor }) => editor.chain().focus().toggleBold().run(),
    isActive: (editor) => editor.isActive('bold'),
  },
  italic: {
    name: 'italic',
    icon: Italic,
    letter: 'I',
    run: ({ editor }) => editor.chain().focus().toggleItalic().run(),
    isActive: (editor) => editor.isActive('italic'),
  },
  strike: {
    name: 'strike',
    icon: Strikethrough,
    run: ({ editor }) => editor.chain().focus().toggleStrike().run(),
    isActive: (editor) => editor.isActive('strike'),
  },
  code: {
    name: 'code',
    icon: Code,
    letter: 'E',
    run: ({ editor }) => editor.chain().focus().toggleCode().run(),
    isActive: (editor) => editor.isActive('code'),
  },
  link: {
    name: 'link',
    icon: Link,
    letter: 'K',
    opensDialog: true,
    run: ({ ask }) => ask('link'),
    isActive: (editor) => editor.isActive('link'),
  },
  bulletList: {
    name: 'bulletList',
    icon: List,
    run: ({ editor }) => editor.chain().focus().toggleBulletList().run(),
    isActive: (editor) => editor.isActive('bulletList'),
  },
  orderedList: {
    name: 'orderedList',
    icon: ListOrdered,
    run: ({ editor }) => editor.chain().focus().toggleOrderedList().run(),
    isActive: (editor) => editor.isActive('orderedList'),
  },
  taskList: {
    name: 'taskList',
    icon: ListTodo,
    run: ({ editor }) => editor.chain().focus().toggleList('taskList', 'taskItem').run(),
    isActive: (editor) => editor.isActive('taskList'),
  },
  blockquote: {
    name: 'blockquote',
    icon: Quote,
    run: ({ editor }) => editor.chain().focus().toggleBlockquote().run(),
    isActive: (editor) => editor.isActive('blockquote'),
  },
  codeBlock: {
    name: 'codeBlock',
    icon: SquareCode,
    run: ({ editor }) => editor.chain().focus().toggleCodeBlock().run(),
    isActive: (editor) => editor.isActive('codeBlock'),
  },
  table: {
    name: 'table',
    icon: Table,
    run: ({ editor }) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
    isDisabled: (editor) => editor.isActive('table'),
  },
  horizontalRule: {
    name: 'horizontalRule',
    icon: Minus,
    run: ({ editor }) => editor.chain().focus().setHorizontalRule().run(),
  },
  image: { name: 'image', icon: ImagePlus, opensDialog: true, run: ({ askFile }) => askFile('image') },
  file: { name: 'file', icon: Paperclip, opensDialog: true, run: ({ askFile }) => askFile('file') },
  embed: { name: 'embed', icon: Clapperboard, opensDialog: true, run: ({ ask }) => ask('embed') },
  html: { name: 'html', icon: CodeXml, opensDialog: true, run: ({ ask }) => ask('html') },
};

const named = (...names: ToolName[]): readonly RichTool[] => names.map((name) => tools[name]);

export const toolbarTools = named(
  ...(['undo', 'redo', 'heading2', 'heading3', 'heading4', 'bold', 'italic', 'strike', 'code', 'link'] as const),
  ...(['bulletList', 'orderedList', 'taskList', 'blockquote', 'codeBlock', 'table', 'horizontalRule'] as const),
  ...(['image', 'file', 'embed', 'html'] as const),
);

export const slashTools = named(
  ...(['paragraph', 'heading2', 'heading3', 'heading4', 'bulletList', 'orderedList', 'taskList'] as const),
  ...(['blockquote', 'codeBlock', 'table', 'horizontalRule', 'image', 'file', 'embed', 'html'] as const),
);
