export {
  exportArchive,
  type ExportArchiveOptions,
  type ExportedArchive,
  type ExportedRevision,
} from './export-archive.ts';
export type { ArchiveEntries } from './archive-entry.ts';
export { importArchive, type ImportedArchive, importEntries } from './import-archive.ts';
export { readArchive, type ReadArchiveOptions } from './read-archive.ts';
export { readRepositoryArchive } from './read-repository-archive.ts';
export type { ArchiveSource } from './read-source.ts';
export { type FileSelection, type RevisionFiles, type SelectedFiles, selectFiles } from './select-files.ts';
export { writeArchive, writtenFormats, type WrittenFormat } from './write-archive.ts';
