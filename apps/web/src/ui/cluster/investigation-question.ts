import { toTitle, type ProblemGroup } from './problem-groups.ts';

/** What the agent is asked about an object: names and reasons alone, for messages may be written by anybody. */
export function toInvestigationQuestion({ root, problems }: ProblemGroup, context: string): string {
  const reasons = [...new Set(problems.map(({ reason }) => reason))].filter((reason) => /^\w{1,60}$/.test(reason));
  const signs = reasons.length === 0 ? '' : ` The rules found: ${reasons.join(', ')}.`;
  return `What is wrong with ${toTitle(root)} in context "${context}", and what mends it?${signs}`;
}
