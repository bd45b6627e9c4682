export {
  type CodeFact,
  type CodeFactKind,
  codeFactKinds,
  type CodeMap,
  type CodeMapFile,
  type CodeMapImport,
  type CodeMapSnapshot,
  type CodeMapSymbol,
  type FileAnalysis,
  type IndexedCode,
  type LeftOutFiles,
  type RepositoryLabel,
  toAnalysisKey,
  type WrittenImport,
} from './code-map.ts';
export {
  type CodeIndex,
  type CodeIndexPhase,
  codeIndexPhases,
  codeIndexPhaseWords,
  type CodeIndexProgress,
  type CodeIndexStore,
  type CodeIndexTarget,
} from './code-index.ts';
export type {
  CodeMapStore,
  CodeSearchHit,
  CodeSearchQuery,
  CodeVector,
  Declaration,
  DeclaredNames,
  NewCodeMap,
} from './code-map-store.ts';
export { type CodePlace, fromCodeNodeId, type LineRange, toCodeNodeId } from './code-node-id.ts';
export {
  type CodeTerm,
  matchSymbol,
  splitCodeWords,
  toAnalysisWords,
  toCodeTerms,
  toPathWords,
  toStem,
} from './code-words.ts';
export { toPathExpression } from './path-pattern.ts';
export { toMermaid } from './to-mermaid.ts';
export { toRepositoryLabel } from './repository-label.ts';
export { toSymbolCard } from './symbol-card.ts';
export {
  type CustomEdge,
  type CustomNode,
  type Diagram,
  type DiagramChange,
  diagramChanges,
  type DiagramEdge,
  type DiagramEvidence,
  type DiagramFilters,
  type DiagramNode,
  type DiagramNodeData,
  type DiagramNodeKind,
  diagramNodeKinds,
  type DiagramPicture,
  type DiagramRequest,
  type DiagramType,
  diagramTypes,
  type DiagramWeighting,
  diagramWeightings,
  type LayoutType,
  layoutTypes,
  type NavigationAction,
  toNodeCaption,
} from './diagram.ts';
export { toEdgeOpacity, toEdgePath } from './edge-path.ts';
export type { DiagramStore } from './diagram-store.ts';
