/** Blocks callers until it is opened. */
export interface Gate {
  /** Resolves once the gate is open. @throws the signal's reason when that fires first. */
  pass(signal: AbortSignal): Promise<void>;
  open(): void;
}

/** Creates a closed gate. */
export function createGate(): Gate {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  return {
    open,
    pass: (signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        void opened.then(resolve);
      }),
  };
}
