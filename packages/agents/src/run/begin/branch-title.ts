import { toOneLine } from '../../prompts/to-one-line.ts';

const maxTitle = 100;
const branchEnd = / \(from step \d+\)$/;

/** What a conversation is called that goes its own way after so many steps of a run of another one; a branch of a branch says so once. */
export function toBranchTitle(title: string, keptTurns: number): string {
  return `${toOneLine(title.replace(branchEnd, ''), maxTitle)} (from step ${keptTurns + 1})`;
}
