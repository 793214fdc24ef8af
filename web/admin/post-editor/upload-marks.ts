import { isolateHistory } from '@codemirror/commands';
import { type EditorState, type Extension, StateEffect, StateField, type Transaction } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import { betweenCompositions, type InlinePlaceholder, type UploadMark, type UploadTarget } from './upload-target.ts';

class MarkWidget extends WidgetType {
  readonly #placeholder: InlinePlaceholder;

  constructor(placeholder: InlinePlaceholder) {
    super();
    this.#placeholder = placeholder;
  }

  override eq(other: MarkWidget): boolean {
    return other.#placeholder === this.#placeholder;
  }

  override toDOM(): HTMLElement {
    return this.#placeholder.draw();
  }

  override destroy(element: HTMLElement): void {
    this.#placeholder.drop(element);
  }
}

const addMarks = StateEffect.define<readonly UploadMark[]>();
const removeMark = StateEffect.define<string>();

const marksField = StateField.define<readonly UploadMark[]>({
  create: () => [],
  update: (marks, transaction) => {
    const next = marks.length > 0 ? mapped(marks, transaction) : marks;
    const added = transaction.effects.flatMap((effect) => (effect.is(addMarks) ? effect.value : []));
    return added.length === 0 ? next : [...next, ...added];
  },
  provide: (field) => EditorView.decorations.from(field, toDecorations),
});

/** Keeps a placeholder before text typed at its position, and after text inserted for an earlier placeholder there. */
function mapped(marks: readonly UploadMark[], { changes, effects }: Transaction): readonly UploadMark[] {
  const removed = effects.flatMap((effect) => (effect.is(removeMark) ? [effect.value] : []));
  const first = marks.findIndex(({ id }) => removed.includes(id));
  const position = marks[first]?.position;
  return marks
    .map((mark, index) => {
      const isBehind = first !== -1 && index > first && mark.position === position;
      return { ...mark, position: changes.mapPos(mark.position, isBehind ? 1 : -1) };
    })
    .filter(({ id }) => !removed.includes(id));
}

const BEFORE_CURSOR = -10_000;

function toDecorations(marks: readonly UploadMark[]): DecorationSet {
  const widgets = marks.map(({ position, placeholder }, index) =>
    Decoration.widget({ widget: new MarkWidget(placeholder), side: BEFORE_CURSOR + index }).range(position),
  );
  return Decoration.set(widgets, true);
}

export const uploadMarks: Extension = marksField;

export function marking(marks: readonly UploadMark[]): StateEffect<readonly UploadMark[]> {
  return addMarks.of(marks);
}

export function replacingMark(state: EditorState, id: string, text: string) {
  const mark = state.field(marksField).find((each) => each.id === id);
  if (!mark || text === '') return { effects: removeMark.of(id) };
  const changes = state.changes({ from: mark.position, insert: text });
  return {
    changes,
    effects: removeMark.of(id),
    // Keeps a cursor at the placeholder behind the inserted text.
    selection: state.selection.map(changes, 1),
    annotations: isolateHistory.of('full'),
    userEvent: 'input.paste',
  };
}

export function sourceTarget(view: EditorView): UploadTarget {
  return {
    mark: (marks) => view.dispatch({ effects: marking(marks) }),
    replaceMark: (id, text) => view.dispatch(replacingMark(view.state, id, text)),
    betweenCompositions: (run) =>
      betweenCompositions(view.contentDOM, () => view.composing || view.compositionStarted, run),
  };
}
