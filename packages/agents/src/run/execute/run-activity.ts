/** What of a run is better brought to its end than broken off: the model's words, and calls that may not be made again. */
export interface RunActivity {
  begin(name: string): void;
  end(name: string): void;
  /** Calls back as soon as nothing is under way, at once where nothing is. */
  onceIdle(callback: () => void): void;
}

/** Makes the activity of a run that does nothing yet. */
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
