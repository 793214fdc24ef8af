import type { Editor } from '@tiptap/core';
import {
  BetweenHorizontalEnd,
  BetweenHorizontalStart,
  BetweenVerticalEnd,
  BetweenVerticalStart,
  Captions,
  type LucideIcon,
  PanelTop,
  TableCellsMerge,
  TableCellsSplit,
  TableColumnsSplit,
  TableRowsSplit,
  Trash2,
} from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { ToolStrip } from '../tool-strip.tsx';
import { type ToolContext, toolbarTools } from './rich-tools.ts';

interface TableTool {
  readonly name:
    | ('rowBefore' | 'rowAfter' | 'columnBefore' | 'columnAfter' | 'deleteRow' | 'deleteColumn')
    | ('headerRow' | 'merge' | 'split' | 'deleteTable');
  readonly icon: LucideIcon;
  readonly run: (editor: Editor) => void;
}

const tableTools: readonly TableTool[] = [
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

export function RichToolbar(context: ToolContext) {
  const { editor, ask } = context;
  const { t } = useTranslation('console');
  const { pressed, disabled, isInTable, isOnPicture } = useToolStates(editor);
  const tools = toolbarTools.map(({ name, icon, letter, isActive, opensDialog, run }) => ({
    name,
    icon,
    letter,
    opensDialog,
    label: t(`richText.tools.${name}`),
    ...(isActive && { isPressed: pressed.includes(name) }),
    isDisabled: disabled.includes(name),
    onPress: () => run(context),
  }));
  const alt = {
    name: 'alt',
    icon: Captions,
    label: t('richText.tools.alt'),
    opensDialog: true,
    onPress: () => ask('alt'),
  };
  return (
    <>
      <ToolStrip label={t('posts.toolbar')} tools={isOnPicture ? [...tools, alt] : tools} />
      {isInTable && (
        <ToolStrip
          label={t('richText.tableTools')}
          tools={tableTools.map(({ name, icon, run }) => ({
            name,
            icon,
            label: t(`richText.table.${name}`),
            onPress: () => run(editor),
          }))}
        />
      )}
    </>
  );
}

/** Takes a string snapshot, which stays equal while the tools do, so that typing does not re-render. */
function useToolStates(editor: Editor) {
  const states = useSyncExternalStore(
    (onChange) => {
      editor.on('transaction', onChange);
      return () => editor.off('transaction', onChange);
    },
    () => statesOf(editor),
  );
  const [pressed = '', disabled = '', isInTable, isOnPicture] = states.split('|');
  return {
    pressed: pressed.split(' '),
    disabled: disabled.split(' '),
    isInTable: isInTable === 'true',
    isOnPicture: isOnPicture === 'true',
  };
}

function statesOf(editor: Editor): string {
  const names = (which: 'isActive' | 'isDisabled') =>
    toolbarTools.flatMap((tool) => (tool[which]?.(editor) ? [tool.name] : [])).join(' ');
  const isOnPicture = editor.isActive('image') || editor.isActive('figure');
  return [names('isActive'), names('isDisabled'), editor.isActive('table'), isOnPicture].join('|');
}
