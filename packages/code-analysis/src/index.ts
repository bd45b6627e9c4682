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
