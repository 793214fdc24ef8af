import { useAfterPress } from './use-after-press.ts';

interface HandedOut {
  readonly inputProps: object;
  readonly field: string;
  readonly form: { validateField(name: string): unknown };
}

/** Option for Mantine's `useForm` that validates each field on blur, after the click that caused it. */
export function useCheckWhenLeft() {
  const afterPress = useAfterPress();
  return {
    // Replaces Mantine's onBlur, which would show the error immediately.
    enhanceGetInputProps: ({ inputProps, field, form }: HandedOut) =>
      'onBlur' in inputProps ? { onBlur: () => afterPress(() => void form.validateField(field)) } : undefined,
  };
}
