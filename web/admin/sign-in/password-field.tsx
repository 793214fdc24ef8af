import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** Adds `aria-invalid`, which Mantine's PasswordInput omits. */
export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput {...props} aria-invalid={props.error ? true : undefined} />;
}
