import type { ComponentProps, KeyboardEvent } from 'react';

/** A form that checks its fields itself, and in which the Enter that ends a composition (IME) submits nothing. */
export function ConsoleForm(props: Omit<ComponentProps<'form'>, 'noValidate' | 'onKeyDown'>) {
  return <form {...props} noValidate onKeyDown={keepComposing} />;
}

/** Some browsers tell of that Enter by the code 229 alone. */
function keepComposing(event: KeyboardEvent): void {
  const isComposing = event.nativeEvent.isComposing || event.keyCode === 229;
  if (event.key === 'Enter' && isComposing && event.target instanceof HTMLInputElement) event.preventDefault();
}
