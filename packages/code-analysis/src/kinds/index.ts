export { dependencyKinds, type DependencyKind, ecosystems, type Ecosystem } from '../dependency/manifest.ts';
export { compareDependencyFiles, isDependencyFile } from '../dependency/dependency-files.ts';
export { type CodeLanguage, codeLanguageOf, codeLanguages } from '../language/code-language.ts';
export { occurrenceKinds, type OccurrenceKind } from '../occurrence/occurrence.ts';
export { maxEntries } from '../structure/code-structure.ts';
