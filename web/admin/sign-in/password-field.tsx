import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** A password with a toggle to see it. Mantine's own says to nobody's screen reader that it is wrong. */
export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput {...props} aria-invalid={props.error ? true : undefined} />;
}
