import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentProps, MouseEvent } from 'react';

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
