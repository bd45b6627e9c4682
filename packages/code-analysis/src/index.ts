export { type CodeLanguage, codeLanguageOf, codeLanguages } from './language/code-language.ts';
export {
  type AnalyzeOptions,
  analyzeStructure,
  defaultStackBytes,
  maxSourceLength,
} from './analyze-structure.ts';
export {
  type CodeExport,
  type CodeImport,
  type CodeStructure,
  type CodeSymbol,
  type CodeSymbolKind,
  maxEntries,
  type SourceText,
  type TextRange,
} from './structure/code-structure.ts';
export { findOccurrences } from './find-occurrences.ts';
export {
  type Occurrence,
  type OccurrenceKind,
  occurrenceKinds,
  type Occurrences,
} from './occurrence/occurrence.ts';
export {
  type DeclaredDependency,
  type DependencyKind,
  dependencyKinds,
  type Ecosystem,
  ecosystems,
} from './dependency/manifest.ts';
export { isDependencyFile } from './dependency/dependency-files.ts';
export { analyzeCodeFile, type CodeFileContent, type CodeFileText } from './code-file/analyze-code-file.ts';
export { createImportResolver, type ImportingFile, toImports } from './module/resolve-imports.ts';
export type { ModuleSources, ModuleTarget } from './module/module-target.ts';
export { findWorkspaces, isPackageName, type LinkedPackage } from './module/scripts/find-workspaces.ts';
export { readTsconfig } from './module/scripts/read-tsconfig.ts';
export { toSourceManifest } from './module/scripts/to-source-manifest.ts';
export { readFileRoutes, readManifestFacts } from './fact/manifest-facts.ts';
export { type CodeAttributes, createCodeAttributes } from './path/generated-paths.ts';
