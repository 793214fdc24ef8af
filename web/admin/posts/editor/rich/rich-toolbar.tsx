import type { Editor } from '@tiptap/core';
import { Captions } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { ToolStrip } from '../tool-strip.tsx';
import { type ToolContext, toolbarTools } from './rich-tools.ts';
import { tableTools } from './table-tools.ts';

export function RichToolbar(context: ToolContext) {
  const { editor, ask } = context;
  const { t } = useTranslation('console');
  const { pressed, disabled, isInTable, isOnPicture } = useToolStates(editor);
  const tools = toolbarTools.map(({ name, icon, letter, isActive, opensDialog, run }) => ({
    ...{ name, icon, letter, opensDialog },
    label: t(`richText.tools.${name}`),
    ...(isActive && { isPressed: pressed.includes(name) }),
    isDisabled: disabled.includes(name),
    onPress: () => run(context),
  }));
  const alt = {
    ...{ name: 'alt', icon: Captions, label: t('richText.tools.alt'), opensDialog: true },
    onPress: () => ask('alt'),
  };
  return (
    <>
      <ToolStrip label={t('posts.toolbar')} tools={isOnPicture ? [...tools, alt] : tools} />
      {isInTable && (
        <ToolStrip
          label={t('richText.tableTools')}
          tools={tableTools.map(({ name, icon, run }) => ({
            ...{ name, icon, label: t(`richText.table.${name}`) },
            onPress: () => run(editor),
          }))}
        />
      )}
    </>
  );
}

/** Returns tool states from a string snapshot, which is stable while they are, so that typing does not re-render. */
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
