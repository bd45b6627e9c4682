interface Step {
  /** True if a path ends here. */
  isEnd: boolean;
  readonly next: Map<string, Step>;
}

const newStep = (): Step => ({ isEnd: false, next: new Map() });

/** A set of paths that finds, in time linear in the path's length, a path's ancestors and descendants in the set. */
export class PathSet {
  readonly #root = newStep();

  constructor(paths: Iterable<readonly string[]>) {
    for (const path of paths) this.#add(path);
  }

  /** Returns true if the set has the path itself or an ancestor of it. */
  hasAbove(path: readonly string[]): boolean {
    let step: Step | undefined = this.#root;
    for (const key of path) {
      if (step === undefined || step.isEnd) break;
      step = step.next.get(key);
    }
    return step?.isEnd ?? false;
  }

  /** Returns true if the set has the path itself or a descendant of it. */
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
