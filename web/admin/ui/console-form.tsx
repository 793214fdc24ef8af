import { Button, type ButtonProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { TriangleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { preventFocusLoss } from '../../ui/prevent-focus-loss.ts';
import type { ConsoleKey } from './failure-text.ts';
import { useShortcuts } from './shortcuts.ts';

interface ConsoleFormProps extends Omit<ComponentProps<'form'>, 'noValidate'> {
  /** Search forms have nothing to save and therefore no Ctrl+S shortcut. */
  readonly isSearch?: boolean;
}

export function ConsoleForm({ isSearch = false, ref, ...props }: ConsoleFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useShortcuts({
    title: 'shortcuts.form',
    shortcuts: isSearch ? [] : [{ combo: 'mod+s', label: 'shortcuts.save', run: () => send(form.current) }],
    scope: () => form.current,
  });
  return <form {...props} ref={useMergedRef(form, ref)} noValidate />;
}

function send(form: HTMLFormElement | null): void {
  const button = form?.querySelector<HTMLButtonElement>('[type=submit]');
  if (button?.disabled || button?.dataset.loading) return;
  form?.requestSubmit(button);
}

/** Does not take the focus when pressed: blurring a field would also send another request for its check. */
export function SubmitButton(props: ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps>) {
  return <Button {...props} type="submit" onMouseDown={preventFocusLoss} />;
}

interface FormFailureProps {
  readonly text: ConsoleKey | undefined;
  readonly values?: Readonly<Record<string, string | number>> | undefined;
  readonly children?: ReactNode;
}

/**
 * Shows why a form was rejected. The live region is always rendered, so that screen readers announce its changes. It
 * scrolls into view unless a field with an error has the focus, because a shortcut can submit a form from far away.
 */
export function FormFailure({ text, values = {}, children }: FormFailureProps) {
  const { t } = useTranslation('console');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (text === undefined || isAtError(document.activeElement) || isInSight(place.current)) return;
    place.current?.scrollIntoView({ block: 'nearest' });
  }, [text]);
  return (
    <div ref={place} className="form-failure" role="alert">
      {text && (
        <p>
          <TriangleAlert />
          <span>
            {t(text, values)} {children}
          </span>
        </p>
      )}
    </div>
  );
}

function isAtError(focused: Element | null): boolean {
  return focused?.closest('[aria-invalid="true"]') != null;
}

function isInSight(element: Element | null): boolean {
  const { top = 0, bottom = 0 } = element?.getBoundingClientRect() ?? {};
  return top >= 0 && bottom <= window.innerHeight;
}
