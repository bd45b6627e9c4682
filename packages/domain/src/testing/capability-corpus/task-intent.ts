/** A task of a platform engineer, the right kinds as `Kind.group`, and the task in a model's words. */
export interface TaskIntent {
  readonly intent: string;
  /** The task in Kubernetes terms, as a model gives it without seeing the cluster. */
  readonly phrasings: readonly [string, string, string];
  readonly right: readonly string[];
}

/** Creates a task from its words and the right kinds. */
export function toTaskIntent(
  intent: string,
  phrasings: TaskIntent['phrasings'],
  ...right: readonly string[]
): TaskIntent {
  return { intent, phrasings, right };
}
