import { type ChangeSpec, EditorSelection, type EditorState, type SelectionRange, type Text } from '@codemirror/state';
import type { Command, EditorView } from '@codemirror/view';

function wrapping(mark: string): Command {
  return (view) => dispatchByRange(view, (state, range) => toggleWrap(state, range, mark));
}

interface RangeChange {
  readonly range: SelectionRange;
  readonly changes: ChangeSpec;
}

function toggleWrap({ doc }: EditorState, { from, to }: SelectionRange, mark: string): RangeChange {
  const size = mark.length;
  if (isBetween(doc, from, to, mark)) {
    return {
      changes: [
        { from: from - size, to: from },
        { from: to, to: to + size },
      ],
      range: EditorSelection.range(from - size, to - size),
    };
  }
  const selected = doc.sliceString(from, to);
  if (selected.length > 2 * size && selected.startsWith(mark) && selected.endsWith(mark)) {
    return {
      changes: [
        { from, to: from + size },
        { from: to - size, to },
      ],
      range: EditorSelection.range(from, to - 2 * size),
    };
  }
  return {
    changes: [
      { from, insert: mark },
      { from: to, insert: mark },
    ],
    range: EditorSelection.range(from + size, to + size),
  };
}

/** Excludes marks doubled on both sides: a single `*` next to another one belongs to `**`. */
function isBetween(doc: Text, from: number, to: number, mark: string): boolean {
  const size = mark.length;
  const before = doc.sliceString(Math.max(0, from - size), from);
  const after = doc.sliceString(to, to + size);
  if (before !== mark || after !== mark) return false;
  const letter = mark.slice(0, 1);
  return (
    doc.sliceString(Math.max(0, from - size - 1), from - size) !== letter ||
    doc.sliceString(to + size, to + size + 1) !== letter
  );
}

function toLink({ doc }: EditorState, { from, to }: SelectionRange): RangeChange {
  const selected = doc.sliceString(from, to);
  if (/^https?:\/\/\S+$/.test(selected)) {
    return { changes: { from, to, insert: `[](${selected})` }, range: EditorSelection.cursor(from + 1) };
  }
  const address = from + selected.length + '[]('.length;
  return {
    changes: { from, to, insert: `[${selected}](https://)` },
    range: EditorSelection.range(address, address + 'https://'.length),
  };
}

function toCode(state: EditorState, range: SelectionRange): RangeChange {
  const { from, to } = range;
  const selected = state.doc.sliceString(from, to);
  if (!selected.includes('\n')) return toggleWrap(state, range, '`');
  return {
    changes: { from, to, insert: `\`\`\`\n${selected.replace(/\n$/, '')}\n\`\`\`\n` },
    range: EditorSelection.cursor(from + '```'.length),
  };
}

function dispatchByRange(
  view: EditorView,
  change: (state: EditorState, range: SelectionRange) => RangeChange,
): boolean {
  if (view.state.readOnly) return false;
  const update = view.state.changeByRange((range) => change(view.state, range));
  view.dispatch(update, { scrollIntoView: true, userEvent: 'input' });
  return true;
}

function prefixing(next: (lines: readonly string[]) => (line: string) => string): Command {
  return (view) => {
    if (view.state.readOnly) return false;
    const lines = selectedLines(view.state);
    const toNext = next(lines.map(({ text }) => text));
    const changes = view.state.changes(
      lines.flatMap(({ from, to, text }) => {
        const changed = toNext(text);
        return changed === text ? [] : [firstDifference(from, to, text, changed)];
      }),
    );
    // Keeps a cursor at the start of a line behind the inserted prefix.
    const selection = view.state.selection.map(changes, 1);
    view.dispatch({ changes, selection, scrollIntoView: true, userEvent: 'input' });
    return true;
  };
}

function firstDifference(from: number, to: number, text: string, changed: string): ChangeSpec {
  const rest = text.replace(PREFIX, '');
  if (!changed.endsWith(rest)) return { from, to, insert: changed };
  return { from, to: to - rest.length, insert: changed.slice(0, changed.length - rest.length) };
}

const PREFIX = /^(?:#{1,6}\s+|>\s?|[-*+]\s+)/;

function selectedLines({ doc, selection }: EditorState) {
  const numbers = new Set<number>();
  for (const { from, to } of selection.ranges) {
    const last = doc.lineAt(to).number;
    for (let number = doc.lineAt(from).number; number <= last; number += 1) numbers.add(number);
  }
  return [...numbers].map((number) => doc.line(number));
}

function togglePrefix(prefix: string, pattern: RegExp) {
  return (lines: readonly string[]) => {
    const isAlone = lines.length === 1;
    const hasAll = lines.every((line) => pattern.test(line) || (line === '' && !isAlone));
    return (line: string) => {
      if (hasAll) return line.replace(pattern, '');
      return pattern.test(line) || (line === '' && !isAlone) ? line : `${prefix}${line}`;
    };
  };
}

/** Cycles from text to level 2, level 3 and back; level 1 is reserved for the post title. */
function nextHeading() {
  return (line: string) => {
    const level = /^(#{1,6})\s/.exec(line)?.[1]?.length ?? 0;
    const text = line.replace(/^#{1,6}\s+/, '');
    if (level === 0) return `## ${text}`;
    return level < 3 ? `### ${text}` : text;
  };
}

export const toggleBold = wrapping('**');
export const toggleItalic = wrapping('*');
export const insertLink: Command = (view) => dispatchByRange(view, toLink);
export const toggleCode: Command = (view) => dispatchByRange(view, toCode);
export const cycleHeading = prefixing(nextHeading);
export const toggleList = prefixing(togglePrefix('- ', /^[-*+]\s+/));
export const toggleQuote = prefixing(togglePrefix('> ', /^>\s?/));
