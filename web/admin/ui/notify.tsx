import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Check, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type ConsoleKey, failureKeyOf } from './failure-text.ts';

/** How long a toast stays. */
export const TOAST_MS = 5000;

/** The complaints that may still be shown; what is done after all makes them wrong. */
const complaints = new Set<ConsoleKey>();

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

/** Says at the bottom of the page that something is done, with a button that takes it back. */
export function notifyUndoable(
  text: ConsoleKey,
  undo: () => Promise<void>,
  values: Record<string, string | number> = {},
): void {
  hideComplaints();
  const id = notifications.show({
    message: (
      <span className="toast-undo">
        <ConsoleText text={text} values={values} />
        <Button
          size="compact-sm"
          variant="white"
          onClick={() => {
            notifications.hide(id);
            void undo();
          }}
        >
          <ConsoleText text="action.undo" />
        </Button>
      </span>
    ),
    icon: <Check aria-hidden="true" />,
    autoClose: UNDO_MS,
    className: 'toast toast-success',
    role: 'status',
  });
}

/** Says at the bottom of the page why a call failed. */
export function notifyFailure(error: unknown): void {
  notifyProblem(failureKeyOf(error));
}

/** The same for a form that says it already: only what it does not say in these words. */
export function notifyFailureBeside(shown: ConsoleKey, error: unknown): void {
  if (failureKeyOf(error) !== shown) notifyFailure(error);
}

/** Says at the bottom of the page what did not work. */
export function notifyProblem(text: ConsoleKey): void {
  complaints.add(text);
  notifications.show({
    // The same complaint twice is one toast.
    id: text,
    message: <ConsoleText text={text} />,
    icon: <TriangleAlert aria-hidden="true" />,
    className: 'toast toast-danger',
  });
}

function hideComplaints(): void {
  for (const id of complaints) notifications.hide(id);
  complaints.clear();
}

/** A text by its key, in the page's language wherever it is shown. */
export function ConsoleText({ text, values = {} }: { text: ConsoleKey; values?: Record<string, string | number> }) {
  return useTranslation('console').t(text, values);
}
