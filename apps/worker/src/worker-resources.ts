import type { RemediationPorts } from '@shipmate/agents';
import type { Embedder, Logger, ToolRegistry } from '@shipmate/core';
import type { Database } from '@shipmate/db';
import type { ModelCatalog } from '@shipmate/providers';
import type { ComputePort } from '@shipmate/tools';

/** What the worker stands on. Whoever made it closes it; closing the database ends the jobs that run. */
export interface WorkerResources {
  readonly logger: Logger;
  /** Migrated, its queue started. */
  readonly database: Pick<Database, 'unitOfWork' | 'notifications' | 'jobs' | 'ping'>;
  readonly models: Pick<ModelCatalog, 'get'>;
  readonly tools: ToolRegistry;
  readonly compute: ComputePort;
  /** Absent where no cluster is configured. */
  readonly kubernetes?: RemediationPorts['kubernetes'] | undefined;
  /** With which clusters are indexed, where there is one. */
  readonly embedder?: Embedder | undefined;
  /** Fires when the process is leaving. */
  readonly draining: AbortSignal;
}
