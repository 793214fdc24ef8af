import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Check, TriangleAlert } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type ConsoleKey, failureKeyOf } from './failure-text.ts';
import { refocus } from './refocus.ts';

/** How long a toast stays. */
export const TOAST_MS = 5000;

/** The complaints that may still be shown; what is done after all makes them wrong. */
const complaints = new Set<string>();

type TextValues = Record<string, string | number | readonly string[]>;

/** Says at the bottom of the page that something is done. */
export function notifySuccess(text: ConsoleKey, values: Record<string, string | number> = {}): void {
  hideComplaints();
  notifications.show({
    message: <ConsoleText text={text} values={values} />,
    icon: <Check aria-hidden="true" />,
    className: 'toast toast-success',
    role: 'status',
  });
}

/** How long something can be taken back by its toast. */
const UNDO_MS = 10_000;

interface Undoable {
  /** Takes it back; without it there is nothing to take back. */
  readonly undo?: (() => Promise<void> | undefined) | undefined;
  readonly values?: Record<string, string | number>;
  /** `presentation` where the screen says it itself. */
  readonly role?: 'status' | 'presentation';
  /** Where that stands which is taken back. */
  readonly place?: (() => HTMLElement | null) | undefined;
}

/** Says at the bottom of the page that something is done, with a button that takes it back. Answers with the toast. */
export function notifyUndoable(text: ConsoleKey, { undo, values = {}, role = 'status', place }: Undoable): string {
  hideComplaints();
  const id = notifications.show({
    message: (
      <span className="toast-undo">
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
    icon: <Check aria-hidden="true" />,
    autoClose: UNDO_MS,
    className: 'toast toast-success',
    role,
  });
  return id;
}

interface UndoButtonProps extends Pick<Undoable, 'place'> {
  readonly onUndo: () => Promise<void>;
}

/** It goes when it is pressed; the focus goes to what is back, or to what had it before, or to the screen. */
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

/** Says at the bottom of the page why a call failed, for what has no place of its own to say it; a form has one. */
export function notifyFailure(error: unknown, unanswered?: ConsoleKey): void {
  notifyProblem(failureKeyOf(error, unanswered));
}

/** Says at the bottom of the page what did not work. */
export function notifyProblem(text: ConsoleKey, values: TextValues = {}): void {
  const id = `${text} ${JSON.stringify(values)}`;
  complaints.add(id);
  notifications.show({
    // The same complaint twice is one toast.
    id,
    message: <ConsoleText text={text} values={values} />,
    icon: <TriangleAlert aria-hidden="true" />,
    className: 'toast toast-danger',
  });
}

function hideComplaints(): void {
  for (const id of complaints) notifications.hide(id);
  complaints.clear();
}

/** A text by its key, in the page's language wherever it is shown. */
export function ConsoleText({ text, values = {} }: { text: ConsoleKey; values?: TextValues }) {
  return useTranslation('console').t(text, values);
}
