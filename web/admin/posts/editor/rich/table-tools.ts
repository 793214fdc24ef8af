import type { Editor } from '@tiptap/core';
import {
  BetweenHorizontalEnd,
  BetweenHorizontalStart,
  BetweenVerticalEnd,
  BetweenVerticalStart,
  type LucideIcon,
  PanelTop,
  TableCellsMerge,
  TableCellsSplit,
  TableColumnsSplit,
  TableRowsSplit,
  Trash2,
} from 'lucide-react';

export interface TableTool {
  readonly name:
    | ('rowBefore' | 'rowAfter' | 'columnBefore' | 'columnAfter' | 'deleteRow' | 'deleteColumn')
    | ('headerRow' | 'merge' | 'split' | 'deleteTable');
  readonly icon: LucideIcon;
  readonly run: (editor: Editor) => void;
}

export const tableTools: readonly TableTool[] = [
  { name: 'rowBefore', icon: BetweenVerticalStart, run: (editor) => editor.chain().focus().addRowBefore().run() },
  { name: 'rowAfter', icon: BetweenVerticalEnd, run: (editor) => editor.chain().focus().addRowAfter().run() },
  { name: 'columnBefore', icon: BetweenHorizontalStart, run: (e) => e.chain().focus().addColumnBefore().run() },
  { name: 'columnAfter', icon: BetweenHorizontalEnd, run: (editor) => editor.chain().focus().addColumnAfter().run() },
  { name: 'headerRow', icon: PanelTop, run: (editor) => editor.chain().focus().toggleHeaderRow().run() },
  { name: 'merge', icon: TableCellsMerge, run: (editor) => editor.chain().focus().mergeCells().run() },
  { name: 'split', icon: TableCellsSplit, run: (editor) => editor.chain().focus().splitCell().run() },
  { name: 'deleteRow', icon: TableRowsSplit, run: (editor) => editor.chain().focus().deleteRow().run() },
  { name: 'deleteColumn', icon: TableColumnsSplit, run: (editor) => editor.chain().focus().deleteColumn().run() },
  { name: 'deleteTable', icon: Trash2, run: (editor) => editor.chain().focus().deleteTable().run() },
];
