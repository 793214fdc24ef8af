import { useCallback, useEffect, useRef } from 'react';

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

const START_EVENTS = ['pointerdown', 'mousedown'] as const;

/** Includes keys, so that a press whose end was never reported does not block the keyboard. */
const END_EVENTS = ['pointerup', 'mouseup', 'pointercancel', 'keydown'] as const;

/**
 * Runs work immediately, or after the click while a pointer is down; drops pending work on unmount. Blurring a field on
 * pointerdown could otherwise show an error that moves the pressed button away before the pointer is released.
 */
export function useAfterPress(): (work: () => void) => void {
  const state = useRef({ isPressed: false, waiting: [] as (() => void)[] });

  useEffect(() => {
    const { current } = state;
    let timer: ReturnType<typeof setTimeout>;
    function begin(): void {
      clearTimeout(timer);
      current.isPressed = true;
    }
    // Touch emits mouse events after pointer events; the click comes with the last one, before any timer.
    function end(): void {
      if (!current.isPressed) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        current.isPressed = false;
        for (const work of current.waiting.splice(0)) work();
      });
    }
    for (const name of START_EVENTS) window.addEventListener(name, begin, true);
    for (const name of END_EVENTS) window.addEventListener(name, end, true);
    return () => {
      for (const name of START_EVENTS) window.removeEventListener(name, begin, true);
      for (const name of END_EVENTS) window.removeEventListener(name, end, true);
      clearTimeout(timer);
      current.waiting = [];
    };
  }, []);

  return useCallback((work) => {
    const { current } = state;
    if (current.isPressed) current.waiting.push(work);
    else work();
  }, []);
}
