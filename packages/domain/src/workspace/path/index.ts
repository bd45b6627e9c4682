export { findPathProblem, isGitFolderName } from '../path-problem.ts';
export { findTreeProblems, type TreeProblem, type TreeProblemReason } from '../tree-problems.ts';
export { findPathClash, parseWorkspacePath } from '../workspace-path.ts';
