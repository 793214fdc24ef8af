import type { Extension } from '@codemirror/state';
import { dropCursor, EditorView } from '@codemirror/view';
import { filesOf, hasWords } from './files-of-transfer.ts';

export function fileDrops(take: (files: readonly File[], position: number) => void): Extension {
  return [
    dropCursor(),
    EditorView.domEventHandlers({
      dragover: (event) => {
        if (!event.dataTransfer?.types.includes('Files')) return false;
        event.dataTransfer.dropEffect = 'copy';
        event.preventDefault();
        return false;
      },
      drop: (event, view) => {
        const files = filesOf(event.dataTransfer);
        if (files.length === 0) return false;
        event.preventDefault();
        if (view.state.readOnly) return true;
        take(files, view.posAtCoords({ x: event.clientX, y: event.clientY }, false));
        view.focus();
        return true;
      },
      paste: (event, view) => {
        const files = filesOf(event.clipboardData);
        if (files.length === 0 || view.state.readOnly || hasWords(event.clipboardData)) return false;
        event.preventDefault();
        const { from, empty } = view.state.selection.main;
        if (!empty) view.dispatch(view.state.replaceSelection(''), { userEvent: 'input.paste' });
        take(files, from);
        return true;
      },
    }),
  ];
}
