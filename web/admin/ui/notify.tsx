import { notifications } from '@mantine/notifications';
import { Check, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type ConsoleKey, failureKeyOf } from './failure-text.ts';

/** How long a toast stays. */
export const TOAST_MS = 5000;

/** Says at the bottom of the page that something is done. */
export function notifySuccess(text: ConsoleKey, values: Record<string, string | number> = {}): void {
  notifications.show({
    message: <ConsoleText text={text} values={values} />,
    icon: <Check aria-hidden="true" />,
    className: 'toast toast-success',
    role: 'status',
  });
}

/** Says at the bottom of the page why a call failed. */
export function notifyFailure(error: unknown): void {
  notifyProblem(failureKeyOf(error));
}

/** Says at the bottom of the page what did not work. */
export function notifyProblem(text: ConsoleKey): void {
  notifications.show({
    // The same complaint twice is one toast.
    id: text,
    message: <ConsoleText text={text} />,
    icon: <TriangleAlert aria-hidden="true" />,
    className: 'toast toast-danger',
  });
}

/** A text by its key, in the page's language wherever it is shown. */
export function ConsoleText({ text, values = {} }: { text: ConsoleKey; values?: Record<string, string | number> }) {
  return useTranslation('console').t(text, values);
}
