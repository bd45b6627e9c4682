import type { Embedder } from '@shipmate/core';
import type { ToolStorage } from '@shipmate/domain/tool-storage';
import type { CapabilityIndexPort } from './capability/index/capability-index-port.ts';
import type { ChangeRequestPort } from './change-request/change-request-port.ts';
import type { ChartCheckPorts } from './chart/helm-tool-ports.ts';
import type { ChartSources } from './chart/import-catalog-chart.ts';
import type { SubchartVersionPort } from './chart/subchart-version-port.ts';
import type { CheckoutPort } from './checkout/checkout-port.ts';
import type { CodeMapPort } from './diagram/code-map-port.ts';
import type { DiagramPort } from './diagram/diagram-port.ts';
import type {
  GitCheckpointPort,
  GitCodePort,
  GitObjectsPort,
  GitPort,
  GitReviewPort,
  GitUploadPort,
  GitWorkTreePort,
} from './git/git-port.ts';
import type { CodeIndexerPort } from './code-map/code-indexer-port.ts';
import type { CommandPort } from './development/command-port.ts';
import type { CheckoutRemotePort } from './git/tools/git-tool.ts';
import type { KubernetesDryRunPort, KubernetesPort, KubernetesWritePort } from './kubernetes/api/kubernetes-port.ts';
import type { McpClientPort } from './mcp/mcp-client-port.ts';
import type { MailPort, WebhookPort } from './outbound/outbound-ports.ts';
import type { OperationsPort } from './operations/operations-port.ts';
import type { ProjectLists } from './platform/project-lists.ts';

/** The sources and destinations of charts. */
export interface ChartExchange extends ChartSources {
  readonly git: GitPort;
}

/** The ports of all tools, and of the pages and flows that share their connections and limits. */
export interface ToolPorts
  extends ChartCheckPorts,
    ChartExchange,
    Omit<ToolStorage, 'capabilities' | 'codeMaps' | 'diagrams'> {
  readonly subchartVersions: SubchartVersionPort;
  /** Undefined when no cluster is configured; the cluster tools are omitted then. */
  readonly kubernetes: (KubernetesPort & KubernetesDryRunPort & KubernetesWritePort) | undefined;
  /** Undefined when no cluster is configured. */
  readonly capabilityIndex: CapabilityIndexPort | undefined;
  /** Converts texts to vectors; undefined when no model is configured. */
  readonly embedder: Embedder | undefined;
  /** Undefined when no platform programs are configured; the platform tools are omitted then. */
  readonly operations: OperationsPort | undefined;
  /** Undefined in a process whose calls work in no checkout; the tools of checkouts are omitted then. */
  readonly checkouts: CheckoutPort | undefined;
  /** Code maps and stored diagrams. Undefined in a process without them; the tools of diagrams are omitted then. */
  readonly codeMaps: CodeMapPort | undefined;
  /** Draws diagrams in worker threads. */
  readonly diagrams: DiagramPort;
  /** Commands of repositories, in sandboxes. */
  readonly commands: CommandPort;
  /** Git in checkouts, and in local copies of remotes and archives. */
  readonly workTrees: GitWorkTreePort & GitCheckpointPort & GitUploadPort;
  /** Commits in local copies of remotes. */
  readonly gitObjects: GitObjectsPort & GitCodePort;
  /** Reads the code of commits for code maps. */
  readonly codeIndexer: CodeIndexerPort;
  /** The accepted part of jobs: its commit, and the push of it. */
  readonly gitReview: GitReviewPort;
  /** Pull and merge requests of git hosts. */
  readonly changeRequests: ChangeRequestPort;
  /** The remotes of checkouts, and the right to use them. */
  readonly remotes: CheckoutRemotePort;
  /** The lists of projects that calls have read. */
  readonly projectLists: ProjectLists;
  /** Emails and requests of automation rules. */
  readonly mail: MailPort;
  readonly webhooks: WebhookPort;
  /** MCP servers of organizations. */
  readonly mcp: McpClientPort;
}
