import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentProps, MouseEvent } from 'react';

/**
 * Sends a form. Pressing it leaves the focus where it is: a complaint that appears when a field is left
 * would push the button away from under the pointer, and the click would be lost.
 */
export function SubmitButton(props: ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps>) {
  return <Button {...props} type="submit" onMouseDown={keepFocus} />;
}

function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
