import type { Editor } from '@tiptap/core';
import { BubbleMenuPlugin } from '@tiptap/extension-bubble-menu';
import { TextSelection } from '@tiptap/pm/state';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { ToolStrip } from '../tool-strip.tsx';
import { useTools } from './rich-toolbar.tsx';
import { selectionTools, type ToolContext } from './rich-tools.ts';

const PLUGIN = 'floatingToolbar';

/** Toolbar beside selected text. The keyboard reaches the same tools in the toolbar above the text. */
export function FloatingToolbar(context: ToolContext) {
  const { editor } = context;
  const { t } = useTranslation('console');
  const [element] = useState(() => document.createElement('div'));
  const tools = useTools(context, selectionTools);
  useEffect(() => {
    element.className = 'floating-toolbar';
    editor.registerPlugin(
      BubbleMenuPlugin({
        pluginKey: PLUGIN,
        editor,
        element,
        shouldShow: () => hasSelectedText(editor),
        options: { placement: 'top', offset: 8, flip: true, shift: { padding: 8 } },
      }),
    );
    return () => void editor.unregisterPlugin(PLUGIN);
  }, [editor, element]);
  return createPortal(<ToolStrip label={t('richText.selection')} tools={tools} />, element);
}

function hasSelectedText({ state, isEditable, view }: Editor): boolean {
  const { selection, doc } = state;
  if (!isEditable || view.composing || !(selection instanceof TextSelection) || selection.empty) return false;
  const isInCode = selection.$from.parent.type.spec.code === true;
  return !isInCode && doc.textBetween(selection.from, selection.to).trim() !== '';
}
