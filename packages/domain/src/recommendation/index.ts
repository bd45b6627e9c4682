export type {
  ChosenSolution,
  ObjectKind,
  Recommendation,
  Solution,
  SolutionScore,
  TriedObject,
} from './recommendation.ts';
export { scoreSolution, type SolutionFacts } from './score-solution.ts';
