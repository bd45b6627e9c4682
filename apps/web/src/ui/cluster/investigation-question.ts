import { toTitle, type ProblemGroup } from './problem-groups.ts';

/** Returns the question about an object for the agent: names and reasons only, because messages are untrusted text. */
export function toInvestigationQuestion({ root, problems }: ProblemGroup, context: string): string {
  const reasons = [...new Set(problems.map(({ reason }) => reason))].filter((reason) => /^\w{1,60}$/.test(reason));
  const signs = reasons.length === 0 ? '' : ` The rules found: ${reasons.join(', ')}.`;
  return `What is wrong with ${toTitle(root)} in context "${context}", and what fixes it?${signs}`;
}
