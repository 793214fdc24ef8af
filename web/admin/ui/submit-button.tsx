import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentProps, MouseEvent } from 'react';

/**
 * Sends a form. Pressing it leaves the focus where it is: sending checks every field, and what a field asks the
 * server when it is left would come on top of that.
 */
export function SubmitButton(props: ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps>) {
  return <Button {...props} type="submit" onMouseDown={keepFocus} />;
}

function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
