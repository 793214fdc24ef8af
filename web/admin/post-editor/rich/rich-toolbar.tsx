import type { ChainedCommands } from '@tiptap/core';
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
import { type StripTool, ToolStrip } from '../tool-strip.tsx';
import { allTools, type RichTool, type ToolContext, toolbarTools } from './rich-tools.ts';

interface TableTool {
  readonly name:
    | ('rowBefore' | 'rowAfter' | 'columnBefore' | 'columnAfter' | 'deleteRow' | 'deleteColumn')
    | ('headerRow' | 'merge' | 'split' | 'deleteTable');
  readonly icon: LucideIcon;
  readonly change: (chain: ChainedCommands) => ChainedCommands;
}

const tableTools: readonly TableTool[] = [
  { name: 'rowBefore', icon: BetweenVerticalStart, change: (chain) => chain.addRowBefore() },
  { name: 'rowAfter', icon: BetweenVerticalEnd, change: (chain) => chain.addRowAfter() },
  { name: 'columnBefore', icon: BetweenHorizontalStart, change: (chain) => chain.addColumnBefore() },
  { name: 'columnAfter', icon: BetweenHorizontalEnd, change: (chain) => chain.addColumnAfter() },
  { name: 'headerRow', icon: PanelTop, change: (chain) => chain.toggleHeaderRow() },
  { name: 'merge', icon: TableCellsMerge, change: (chain) => chain.mergeCells() },
  { name: 'split', icon: TableCellsSplit, change: (chain) => chain.splitCell() },
  { name: 'deleteRow', icon: TableRowsSplit, change: (chain) => chain.deleteRow() },
  { name: 'deleteColumn', icon: TableColumnsSplit, change: (chain) => chain.deleteColumn() },
  { name: 'deleteTable', icon: Trash2, change: (chain) => chain.deleteTable() },
];

export function useTools(context: ToolContext, richTools: readonly RichTool[]): StripTool[] {
  const { t } = useTranslation('console');
  const { pressed, disabled } = useToolStates(context.editor);
  return richTools.map(({ name, icon, letter, isActive, opensDialog, run }) => ({
    name,
    icon,
    letter,
    opensDialog,
    label: t(`richText.tools.${name}`),
    ...(isActive && { isPressed: pressed.includes(name) }),
    isDisabled: disabled.includes(name),
    onPress: () => run(context),
  }));
}

export function RichToolbar(context: ToolContext) {
  const { editor, ask } = context;
  const { t } = useTranslation('console');
  const { isInTable, isOnPicture } = useToolStates(editor);
  const tools = useTools(context, toolbarTools);
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
          tools={tableTools.map(({ name, icon, change }) => ({
            name,
            icon,
            label: t(`richText.table.${name}`),
            onPress: () => change(editor.chain().focus()).run(),
          }))}
        />
      )}
    </>
  );
}

/** Takes a string snapshot, which stays equal while the tools do, so that typing does not re-render. */
function useToolStates(editor: ToolContext['editor']) {
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

function statesOf(editor: ToolContext['editor']): string {
  const names = (which: 'isActive' | 'isDisabled') =>
    allTools.flatMap((tool) => (tool[which]?.(editor) ? [tool.name] : [])).join(' ');
  const isOnPicture = editor.isActive('image') || editor.isActive('figure');
  return [names('isActive'), names('isDisabled'), editor.isActive('table'), isOnPicture].join('|');
}
