export {
  createHttpEmbedder,
  type EmbeddingsEnvironment,
  embeddingsEnvironmentSchema,
} from './embedding/http-embedder.ts';
export { CAPABILITY_TOOLS } from './capability-tools.ts';
export type { CapabilityFindings, CapabilityIndexPort, CapabilityQuestion } from './index/capability-index-port.ts';
export { type CapabilityIndexOptions, createCapabilityIndex } from './index/create-capability-index.ts';
