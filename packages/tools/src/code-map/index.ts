export type { AnalysisCache, CodeIndexerPort, IndexProgress, IndexRequest } from './code-indexer-port.ts';
