import { useAfterPress } from './use-after-press.ts';

/** A field of a form of Mantine's, as the form hands it out. */
interface HandedOut {
  readonly inputProps: object;
  readonly field: string;
  readonly form: { validateField(name: string): unknown };
}

/** For the options of Mantine's `useForm`: each field is checked when it is left; a click that leaves one comes first. */
export function useCheckWhenLeft() {
  const afterPress = useAfterPress();
  return {
    // In place of Mantine's own onBlur, which would say at once what is wrong.
    enhanceGetInputProps: ({ inputProps, field, form }: HandedOut) =>
      'onBlur' in inputProps ? { onBlur: () => afterPress(() => void form.validateField(field)) } : undefined,
  };
}
