import type { CheckedAnswers, Question } from '../question/question.ts';

/** A kind of object. */
export interface ObjectKind {
  readonly apiVersion: string;
  readonly kind: string;
}

/** The fit of a solution by our own measurement. Each part is between 0 and 1. */
export interface SolutionScore {
  /** Share of the intent's words that its kinds and patterns cover. */
  readonly coverage: number;
  /** Share of its kinds that the cluster serves. */
  readonly available: number;
  /** 1 if a pattern of the organization supports it, else 0. */
  readonly patterns: number;
  /** Weighted total, from 0 to 100. */
  readonly total: number;
}

/** A solution for a person's intent. */
export interface Solution {
  /** Unique in its recommendation. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly kinds: readonly ObjectKind[];
  /** Names of patterns of the organization that it follows. */
  readonly patterns: readonly string[];
  readonly score: SolutionScore;
  /** The fit that the agent states, from 0 to 100. No decision depends on it. */
  readonly agentScore: number;
  /** Problems that we found with it. */
  readonly problems: readonly string[];
  readonly questions: readonly Question[];
}

/** The cluster's response to the dry run of one object. */
export interface TriedObject {
  readonly object: string;
  readonly change: 'created' | 'changed' | 'unchanged' | 'refused';
  /** The reason of the refusal, or the difference that the object would make. */
  readonly text: string;
}

/** A chosen solution, with its manifests. */
export interface ChosenSolution {
  readonly solutionId: string;
  readonly answers: CheckedAnswers;
  /** YAML, one document for each object. */
  readonly manifests: string;
  /** The results of their dry run. A proposal is `ready` only if none is refused. */
  readonly tried: readonly TriedObject[];
}

/** Solutions for a person's intent, and the result of the chosen one. */
export interface Recommendation {
  readonly flow: 'recommend';
  /** Context of the kubeconfig; null for the current one. */
  readonly context: string | null;
  /** Solutions, the best first. */
  readonly solutions: readonly Solution[];
  readonly chosen: ChosenSolution | null;
}
