import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Check, TriangleAlert } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type ConsoleKey, failureKeyOf } from './failure-text.ts';
import { refocus } from './refocus.ts';

export const TOAST_MS = 5000;

/** Ids of error toasts; the next success hides them. */
const problemIds = new Set<string>();

type TextValues = Record<string, string | number | readonly string[]>;

export function notifySuccess(text: ConsoleKey, values: Record<string, string | number> = {}): void {
  hideProblems();
  notifications.show({
    message: <ConsoleText text={text} values={values} />,
    icon: <Check size={24} />,
    className: 'toast',
    role: 'status',
  });
}

const UNDO_MS = 10_000;

interface Undoable {
  readonly undo?: (() => Promise<void> | undefined) | undefined;
  readonly values?: Record<string, string | number>;
  /** `presentation` when the screen announces the change itself. */
  readonly role?: 'status' | 'presentation';
  /** Returns the element to focus after undoing. */
  readonly place?: (() => HTMLElement | null) | undefined;
}

export function notifyUndoable(text: ConsoleKey, { undo, values = {}, role = 'status', place }: Undoable): string {
  hideProblems();
  const id = notifications.show({
    message: (
      <span className="toast-undo ui-line ui-middle ui-spread ui-gap-3">
        <ConsoleText text={text} values={values} />
        {undo && (
          <UndoButton
            onUndo={async () => {
              notifications.hide(id);
              await undo();
            }}
            place={place}
          />
        )}
      </span>
    ),
    icon: <Check size={24} />,
    autoClose: UNDO_MS,
    className: 'toast',
    role,
  });
  return id;
}

interface UndoButtonProps extends Pick<Undoable, 'place'> {
  readonly onUndo: () => Promise<void>;
}

/** Moves the focus after undoing to the restored element, the previously focused element, or the main region. */
function UndoButton({ onUndo, place }: UndoButtonProps) {
  const before = useRef<Element>(null);
  return (
    <Button
      size="compact-sm"
      variant="white"
      onFocus={({ relatedTarget }) => {
        before.current = relatedTarget;
      }}
      onClick={async () => {
        await onUndo();
        const back = place?.() ?? before.current;
        refocus(back instanceof HTMLElement && back.isConnected ? back : document.querySelector('main'));
      }}
    >
      <ConsoleText text="action.undo" />
    </Button>
  );
}

export function notifyFailure(error: unknown, unanswered?: ConsoleKey): void {
  notifyProblem(failureKeyOf(error, unanswered));
}

export function notifyProblem(text: ConsoleKey, values: TextValues = {}): void {
  const id = `${text} ${JSON.stringify(values)}`;
  problemIds.add(id);
  notifications.show({
    // Repeated errors share one toast.
    id,
    message: <ConsoleText text={text} values={values} />,
    icon: <TriangleAlert size={24} />,
    className: 'toast toast-danger',
  });
}

function hideProblems(): void {
  for (const id of problemIds) notifications.hide(id);
  problemIds.clear();
}

/** Translates on rendering, so that an open toast follows a change of language. */
export function ConsoleText({ text, values = {} }: { text: ConsoleKey; values?: TextValues }) {
  return useTranslation('console').t(text, values);
}
