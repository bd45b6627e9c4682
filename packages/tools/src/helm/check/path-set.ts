interface Step {
  /** Whether a path ends here. */
  isEnd: boolean;
  readonly next: Map<string, Step>;
}

const newStep = (): Step => ({ isEnd: false, next: new Map() });

/** A set of paths that answers, in time that grows with one path's length, which of them contain it or lie within it. */
export class PathSet {
  readonly #root = newStep();

  constructor(paths: Iterable<readonly string[]>) {
    for (const path of paths) this.#add(path);
  }

  /** Whether the set has the path itself or one above it. */
  hasAbove(path: readonly string[]): boolean {
    let step: Step | undefined = this.#root;
    for (const key of path) {
      if (step === undefined || step.isEnd) break;
      step = step.next.get(key);
    }
    return step?.isEnd ?? false;
  }

  /** Whether the set has the path itself or one below it. */
  hasBelow(path: readonly string[]): boolean {
    let step: Step | undefined = this.#root;
    for (const key of path) step = step?.next.get(key);
    return step !== undefined && (step.isEnd || step.next.size > 0);
  }

  #add(path: readonly string[]): void {
    let step = this.#root;
    for (const key of path) {
      const next = step.next.get(key) ?? newStep();
      step.next.set(key, next);
      step = next;
    }
    step.isEnd = true;
  }
}
