import { useAfterPress } from './use-after-press.ts';

interface InputPropsPayload {
  readonly inputProps: object;
  readonly field: string;
  readonly form: { validateField(name: string): unknown };
}

/** Option for Mantine's `useForm` that validates each field on blur, after the click that caused it. */
export function useValidateOnBlur() {
  const afterPress = useAfterPress();
  return {
    // Replaces Mantine's onBlur, which would show the error immediately.
    enhanceGetInputProps: ({ inputProps, field, form }: InputPropsPayload) =>
      'onBlur' in inputProps ? { onBlur: () => afterPress(() => void form.validateField(field)) } : undefined,
  };
}
