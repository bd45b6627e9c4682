/** Lets one reader sleep until something happens. What happens while it is awake is not missed. */
export interface WakeUp {
  readonly wake: () => void;
  /** Resolves at the next `wake`, at once when one came since the last sleep, and after `ms` at the latest. */
  sleep(ms?: number): Promise<void>;
}

/** Makes a wake-up that nothing has rung yet. */
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
