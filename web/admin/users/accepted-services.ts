/** Saves which services somebody may work on, in the order of the ticks. */
export interface AcceptedServices {
  /** What the boxes show: what is wanted, until the server refuses it. */
  readonly chosen: ReadonlySet<string>;
  readonly toggle: (serviceId: string, isChosen: boolean) => void;
}

/** Only the ticks are sent: what others change meanwhile stays. */
export interface ServicesChange {
  readonly addServiceIds: string[];
  readonly removeServiceIds: string[];
}

export interface AcceptedServicesOptions {
  readonly initial: readonly string[];
  readonly save: (change: ServicesChange) => Promise<void>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
  readonly onSaved: () => void;
  readonly onFailed: (error: unknown) => void;
}

/**
 * One save at a time: ticks made meanwhile are saved together after it.
 * A refused one takes everything back to what the server has.
 */
export function trackAcceptedServices(options: AcceptedServicesOptions): AcceptedServices {
  const { initial, save, onChange, onSaved, onFailed } = options;
  let stored: ReadonlySet<string> = new Set(initial);
  let wanted = stored;
  let isSaving = false;

  const want = (next: ReadonlySet<string>) => {
    wanted = next;
    onChange(next);
  };

  async function saveAll(): Promise<void> {
    isSaving = true;
    while (wanted.symmetricDifference(stored).size > 0) {
      const saved = wanted;
      try {
        await save({
          addServiceIds: [...saved.difference(stored)],
          removeServiceIds: [...stored.difference(saved)],
        });
        stored = saved;
        onSaved();
      } catch (error) {
        want(stored);
        onFailed(error);
      }
    }
    isSaving = false;
  }

  return {
    get chosen() {
      return wanted;
    },
    toggle: (serviceId, isChosen) => {
      const next = new Set(wanted);
      if (isChosen) next.add(serviceId);
      else next.delete(serviceId);
      want(next);
      if (!isSaving) void saveAll();
    },
  };
}
