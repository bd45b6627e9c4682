import type { RemediationPorts } from '@shipmate/agents';
import type { Embedder, Logger, ToolRegistry } from '@shipmate/core';
import type { Database } from '@shipmate/db';
import type { ModelCatalog } from '@shipmate/providers';
import type { ComputePort } from '@shipmate/tools';

/** Resources of the worker. The caller closes them; closing the database ends the running jobs. */
export interface WorkerResources {
  readonly logger: Logger;
  /** Migrated, with its queue started. */
  readonly database: Pick<Database, 'unitOfWork' | 'notifications' | 'jobs' | 'ping'>;
  readonly models: Pick<ModelCatalog, 'get' | 'fallbacksOf'>;
  readonly tools: ToolRegistry;
  readonly compute: ComputePort;
  /** Undefined without a configured cluster. */
  readonly kubernetes?: RemediationPorts['kubernetes'] | undefined;
  /** Embedder for the index of clusters, if there is one. */
  readonly embedder?: Embedder | undefined;
  /** Aborted when the process drains. */
  readonly draining: AbortSignal;
}
