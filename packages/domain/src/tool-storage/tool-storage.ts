import type { CapabilityStore } from '../capability/capability-store.ts';
import type { CodeMapStore } from '../code-map/code-map-store.ts';
import type { DiagramStore } from '../code-map/diagram-store.ts';
import type { PatternStore } from '../pattern/pattern-store.ts';
import type { ProjectStore } from '../project/project-store.ts';
import type { ProposalStore } from '../proposal/proposal-store.ts';
import type { RepositoryJobStore } from '../repository/repository-job.ts';
import type { RepositoryStore } from '../repository/repository.ts';
import type { AlertStore } from '../workflow/alert-store.ts';
import type { EntityRowStore } from '../workflow/entities/entity-row-store.ts';
import type { ChartFiles } from './chart-files.ts';
import type { WorkflowRules } from './workflow-rules.ts';
import type { PlanNotes } from './plan-notes.ts';

/** The patterns and policies of organizations, for reading. */
export type PatternReader = Pick<PatternStore, 'search' | 'listPassages'>;

/** The index of the kinds that clusters serve. `save` is a transaction of its own. */
export type CapabilityStorePort = Pick<CapabilityStore, 'findIndex' | 'search' | 'listVectors' | 'save'>;

/** The alerts of rules, for reading. */
export type RuleAlertReader = Pick<AlertStore, 'get' | 'listForMe' | 'listForRule'>;

/** The rows of entities, for reading. */
export type EntityRowReader = Pick<EntityRowStore, 'listEntities' | 'query' | 'aggregate'>;

/** The proposed operations of the platform, which a call takes and ends. */
export type OperationProposals = Pick<ProposalStore, 'get' | 'move'>;

/** The project of a job, its channels, and what an agent claims about its job. */
export interface ProjectNotes
  extends Pick<ProjectStore, 'get' | 'listChannels' | 'listMembers' | 'getChannel' | 'appendMessage'>,
    Pick<RepositoryJobStore, 'setClaim'> {
  readonly listRepositories: RepositoryStore['list'];
}

/** The repositories of an organization and the maps of their code, for reading. */
export interface CodeMapReader
  extends Pick<
    CodeMapStore,
    'find' | 'get' | 'readSnapshot' | 'listSymbols' | 'search' | 'findDeclarations' | 'listVectors'
  > {
  readonly listRepositories: RepositoryStore['list'];
}

/**
 * The stored data that tools use, as one narrow port for each need. Neither credentials nor secrets can be reached
 * through it.
 */
export interface ToolStorage {
  readonly chartFiles: ChartFiles;
  readonly planNotes: PlanNotes;
  readonly patterns: PatternReader;
  readonly capabilities: CapabilityStorePort;
  readonly workflowRules: WorkflowRules;
  readonly ruleAlerts: RuleAlertReader;
  readonly entityRows: EntityRowReader;
  readonly operationProposals: OperationProposals;
  readonly projectNotes: ProjectNotes;
  readonly codeMaps: CodeMapReader;
  /** `create` is a transaction of its own. */
  readonly diagrams: DiagramStore;
}
