import type { RepositoryPorts } from '@shipmate/agents';
import type { Logger, ToolRegistry } from '@shipmate/core';
import type { Database } from '@shipmate/db';
import type { ModelCatalog } from '@shipmate/providers';
import type { ProcessMetrics } from '@shipmate/runtime';
import type { ToolPorts } from '@shipmate/tools';

/** Resources of the worker. The caller closes them; closing the database ends the running jobs. */
export interface WorkerResources {
  readonly logger: Logger;
  /** Migrated, with its queue started. */
  readonly database: Pick<Database, 'unitOfWork' | 'notifications' | 'jobs' | 'ping'>;
  readonly models: Pick<ModelCatalog, 'get' | 'fallbacksOf'>;
  readonly tools: ToolRegistry;
  /** The ports of the jobs; those of the cluster are undefined without a configured cluster. */
  readonly ports: Pick<ToolPorts, 'compute' | 'kubernetes' | 'capabilityIndex' | 'mail' | 'webhooks'> &
    Partial<Pick<ToolPorts, 'codeMaps' | 'mcp'>>;
  /** The checkouts of jobs in repositories; without them, the worker executes no such job. */
  readonly repositories?: RepositoryPorts | undefined;
  /** Metrics of this process for `/metrics`. */
  readonly processMetrics?: ProcessMetrics | undefined;
  /** Aborted when the process drains. */
  readonly draining: AbortSignal;
}
