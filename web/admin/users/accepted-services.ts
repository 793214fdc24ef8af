interface AcceptedServices {
  readonly chosen: ReadonlySet<string>;
  readonly toggle: (serviceId: string, isChosen: boolean) => void;
}

/** Contains only the changes, so that concurrent changes of other services survive. */
export interface ServicesChange {
  readonly addServiceIds: string[];
  readonly removeServiceIds: string[];
}

interface AcceptedServicesOptions {
  readonly initial: readonly string[];
  readonly save: (change: ServicesChange) => Promise<void>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
  readonly onSaved: () => void;
  readonly onFailed: (error: unknown) => void;
}

/**
 * Saves changes one request at a time; changes during a save are combined into the next. A failed save reverts to the
 * stored services.
 */
export function trackAcceptedServices(options: AcceptedServicesOptions): AcceptedServices {
  const { initial, save, onChange, onSaved, onFailed } = options;
  let stored: ReadonlySet<string> = new Set(initial);
  let chosen = stored;
  let isSaving = false;

  const setChosen = (next: ReadonlySet<string>) => {
    chosen = next;
    onChange(next);
  };

  async function saveAll(): Promise<void> {
    isSaving = true;
    while (chosen.symmetricDifference(stored).size > 0) {
      const saved = chosen;
      try {
        await save({
          addServiceIds: [...saved.difference(stored)],
          removeServiceIds: [...stored.difference(saved)],
        });
        stored = saved;
        onSaved();
      } catch (error) {
        setChosen(stored);
        onFailed(error);
      }
    }
    isSaving = false;
  }

  return {
    get chosen() {
      return chosen;
    },
    toggle: (serviceId, isChosen) => {
      const next = new Set(chosen);
      if (isChosen) next.add(serviceId);
      else next.delete(serviceId);
      setChosen(next);
      if (!isSaving) void saveAll();
    },
  };
}
