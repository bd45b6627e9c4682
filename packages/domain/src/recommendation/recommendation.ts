import type { CheckedAnswers, Question } from '../question/question.ts';

/** A kind of object. */
export interface ObjectKind {
  readonly apiVersion: string;
  readonly kind: string;
}

/** How well a solution fits, by what we see ourselves. Each part is between 0 and 1. */
export interface SolutionScore {
  /** Of the words of the intent, those that its kinds and patterns cover. */
  readonly coverage: number;
  /** Of its kinds, those that the cluster serves. */
  readonly available: number;
  /** Whether a pattern of the organization stands behind it. */
  readonly patterns: number;
  /** All of them together, from 0 to 100. */
  readonly total: number;
}

/** One way to give a person what they want. */
export interface Solution {
  /** Unique in its recommendation. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly kinds: readonly ObjectKind[];
  /** Names of patterns of the organization that it follows. */
  readonly patterns: readonly string[];
  readonly score: SolutionScore;
  /** How well the agent says that it fits, from 0 to 100. It decides nothing. */
  readonly agentScore: number;
  /** What speaks against it, as far as we see. */
  readonly problems: readonly string[];
  readonly questions: readonly Question[];
}

/** What the cluster said to one object when it was tried. */
export interface TriedObject {
  readonly object: string;
  readonly change: 'created' | 'changed' | 'unchanged' | 'refused';
  /** Why it was refused, or the difference that it would make. */
  readonly text: string;
}

/** A solution that was chosen, with its manifests. */
export interface ChosenSolution {
  readonly solutionId: string;
  readonly answers: CheckedAnswers;
  /** YAML, in as many documents as there are objects. */
  readonly manifests: string;
  /** What the cluster says to them. A proposal is `ready` only when it refuses none. */
  readonly tried: readonly TriedObject[];
}

/** Ways to give a person what they want, and what became of the one that they chose. */
export interface Recommendation {
  readonly flow: 'recommend';
  /** A context of the kubeconfig; null for the current one. */
  readonly context: string | null;
  /** The best first. */
  readonly solutions: readonly Solution[];
  readonly chosen: ChosenSolution | null;
}
