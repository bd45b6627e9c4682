export {
  patternKinds,
  patternLimits,
  type Passage,
  type PassageMatch,
  type Pattern,
  type PatternDocument,
  type PatternKind,
} from './pattern.ts';
export type { NewPattern, PatternStore } from './pattern-store.ts';
export { patternDocumentSchema } from './pattern-document.ts';
export { readMarkdownPattern } from './read-pattern.ts';
