/** The parts of a run to complete before it is released: the model's answer and calls that must not be repeated. */
export interface RunActivity {
  begin(name: string): void;
  end(name: string): void;
  /** Calls back as soon as no part is active; immediately when none is. */
  onceIdle(callback: () => void): void;
}

/** Creates an activity without active parts. */
export function createRunActivity(): RunActivity {
  const underWay = new Set<string>();
  const listeners: (() => void)[] = [];

  function tellIfIdle(): void {
    if (underWay.size === 0) for (const listener of listeners.splice(0)) listener();
  }

  return {
    begin: (name) => void underWay.add(name),
    end(name) {
      underWay.delete(name);
      tellIfIdle();
    },
    onceIdle(callback) {
      listeners.push(callback);
      tellIfIdle();
    },
  };
}
