import type { Issue } from '../check/issue.ts';
import type { RenderedObject } from '../check/rendered-object.ts';

/** What a rule holds against an object. */
export interface PracticeFinding {
  readonly severity: Issue['severity'];
  readonly object: RenderedObject;
  readonly message: string;
  readonly suggestion: string;
}

/** Something that well-made charts do. */
export interface PracticeRule {
  readonly name: string;
  /** Looks at everything that a chart renders. */
  check(objects: readonly RenderedObject[]): readonly PracticeFinding[];
}
