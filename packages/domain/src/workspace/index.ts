export { nearestPaths } from './nearest-paths.ts';
export { createWorkspaceFromTemplate, type ChartTemplateName } from './create-workspace-from-template.ts';
export { compareRevisions, type AcceptedFile, type FileComparison } from './compare-revisions.ts';
export {
  addFile,
  describeTakenPath,
  deleteFiles,
  moveFiles,
  saveFile,
  type ChangedFile,
  type FileReference,
} from './file-edits.ts';
export { acceptedVersionOf, type FileOutline, type WorkspaceOutline } from './file-outline.ts';
export { digestOf, digestOfVersions, versionOf, versionOfAccepted } from './file-version.ts';
export { decideHunks, listHunks, type Hunk, type HunkDecision } from './hunk-rules.ts';
export { acceptedFiles, acceptPending, rejectPending, toPending, type ChangeSelection } from './pending-rules.ts';
export { countRevisionChanges, type RevisionChanges } from './revision-changes.ts';
export { rollBack, type Rollback } from './rollback-rules.ts';
export type { RunFileStore } from './run-file-store.ts';
export { afterEdit, afterView, hasChangedSince, ownChanges, type RunFile } from './run-file.ts';
export type { StringReplaceAttempt, StringReplaceLogStore } from './string-replace-log.ts';
export { toTakenPaths, type TakenPaths } from './taken-paths.ts';
export { mergeThreeWay, toThreeWayRegions, type ThreeTexts, type ThreeWayRegion } from './three-way.ts';
export {
  effectiveContent,
  effectivePath,
  maxFileCharacters,
  type PendingChange,
  type WorkspaceFile,
} from './workspace-file.ts';
export { findTreeProblems, type TreeProblem, type TreeProblemReason } from './tree-problems.ts';
export { findPathProblem, isGitFolderName } from './path-problem.ts';
export { findPathClash, parseWorkspacePath } from './workspace-path.ts';
export type { WorkspaceSource, WorkspaceSourceStore } from './workspace-source.ts';
export type { NewRevision, NewWorkspace, WorkspaceDetail, WorkspaceStore } from './workspace-store.ts';
export {
  revisionOrigins,
  workspaceOrigins,
  type RevisionOrigin,
  type Workspace,
  type WorkspaceOrigin,
  type WorkspaceRevision,
  type WorkspaceSettings,
} from './workspace.ts';
