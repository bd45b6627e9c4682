export {
  leftReasons,
  type ArchiveContents,
  type ArchiveFile,
  type LeftFile,
  type LeftReason,
  type UploadLeftReason,
  uploadLeftReasons,
} from './archive-contents.ts';
export {
  type ArchiveLimits,
  defaultArchiveLimits,
  repositoryArchiveLimits,
  toExpandedLimit,
  toHeldLimit,
} from './archive-limits.ts';
export { createArchiveListing, tooManyEntries, type ArchiveListing } from './archive-listing.ts';
export {
  archiveRefusalReasons,
  refuseArchive,
  type ArchiveRefusalOptions,
  type ArchiveRefusalReason,
} from './archive-refusal.ts';
export { createWorkspaceFromArchive, type ArchivedWorkspace } from './create-workspace-from-archive.ts';
export { findCommonFolder, stripCommonFolder, type StrippedContents } from './strip-common-folder.ts';
export { toArchiveFiles } from './to-archive-files.ts';
