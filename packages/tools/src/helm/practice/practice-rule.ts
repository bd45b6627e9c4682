import type { Issue } from '../issue.ts';
import type { RenderedObject } from '../rendered-object.ts';

/** A violation of a rule by an object. */
export interface PracticeFinding {
  readonly severity: Issue['severity'];
  readonly object: RenderedObject;
  readonly message: string;
  readonly suggestion: string;
}

/** A best practice of charts. */
export interface PracticeRule {
  readonly name: string;
  /** Checks all rendered objects of a chart. */
  check(objects: readonly RenderedObject[]): readonly PracticeFinding[];
}
