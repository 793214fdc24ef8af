import { Button, type ButtonProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { type ComponentProps, type MouseEvent, useRef } from 'react';
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

/**
 * Keeps the focus where it is when pressed: submitting validates all fields, and blurring a field would send another
 * request for its check.
 */
export function SubmitButton(props: ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps>) {
  return <Button {...props} type="submit" onMouseDown={preventFocusLoss} />;
}

function preventFocusLoss(event: MouseEvent): void {
  event.preventDefault();
}
