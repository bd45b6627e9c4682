/** Lets one reader sleep until an event. An event while it is awake is not lost. */
export interface WakeUp {
  readonly wake: () => void;
  /** Resolves at the next `wake`, immediately if one came since the last sleep, and after `ms` at the latest. */
  sleep(ms?: number): Promise<void>;
}

/** Creates a wake-up without a pending wake. */
export function createWakeUp(): WakeUp {
  let isRung = false;
  let resume: (() => void) | undefined;
  return {
    wake() {
      isRung = true;
      resume?.();
    },
    async sleep(ms) {
      if (!isRung) {
        await new Promise<void>((resolve) => {
          const timer = ms === undefined ? undefined : setTimeout(resolve, ms);
          resume = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      isRung = false;
      resume = undefined;
    },
  };
}
