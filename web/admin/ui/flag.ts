import { useSyncExternalStore } from 'react';

export interface Flag {
  set(isOn: boolean): void;
  use(): boolean;
}

function createFlag(): Flag {
  let current = false;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    set: (isOn) => {
      current = isOn;
      for (const listener of listeners) listener();
    },
    use: () =>
      useSyncExternalStore(
        subscribe,
        () => current,
        () => false,
      ),
  };
}

export const palette = createFlag();

export const shortcutHelp = createFlag();
