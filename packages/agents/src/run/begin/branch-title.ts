import { toOneLine } from '../../prompts/to-one-line.ts';

const maxTitle = 100;
const branchEnd = / \(from step \d+\)$/;

/**
 * Returns the title of a conversation that branches off after a number of a run's steps; a branch of a branch has one
 * suffix only.
 */
export function toBranchTitle(title: string, keptTurns: number): string {
  return `${toOneLine(title.replace(branchEnd, ''), maxTitle)} (from step ${keptTurns + 1})`;
}
