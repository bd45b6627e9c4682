import { createApprovalSigner } from '../approval/approval-signer.ts';
import { createExecutor, type ExecutorOptions, type RunExecutor as Executor } from '../run/execute/run-executor.ts';
import { type AnswerResources, createAnswerKind } from './answer/answer-kind.ts';
import { type Answers, createAnswers } from './answer/answers.ts';
import { createCodeIndexKind } from './code-index/code-index-kind.ts';
import { createRemediationKind } from './remediation/remediation-kind.ts';
import { createRepositoryKind } from './repository/repository-kind.ts';
import type { RepositoryPorts } from './repository/repository-ports.ts';
import { createRuleExecutionKind } from './rule-execution/rule-execution-kind.ts';
import type { RuleActionPorts } from './rule-execution/rule-execution-ports.ts';
import type { ClusterPorts } from './remediation/remediation-ports.ts';

/** Executes runs of all kinds in the background, and takes questions. Readers follow a run's log. */
export type RunExecutor = Omit<Executor, 'start' | 'isClosing'> & Answers;

/** Options for {@link createRunExecutor}. */
export interface RunExecutorOptions extends Omit<ExecutorOptions, 'kinds'>, Omit<AnswerResources, 'approvalSigner'> {
  /** Signs approvals. All executors of a database share one that does not change. */
  readonly approvalSecret: string;
  /** The cluster of this process; without it, the executor claims no remediations. */
  readonly cluster?: ClusterPorts | undefined;
  /** The ways in which rules reach other systems; without them, the executor claims no executions of rules. */
  readonly rules?: Omit<RuleActionPorts, 'tools' | 'models'> | undefined;
  /** The checkouts of this process; without them, the executor claims no jobs in repositories. */
  readonly repositories?: RepositoryPorts | undefined;
}

/** Creates an executor of all kinds of runs. It owns the runs that it claims until they have ended or are released. */
export function createRunExecutor({
  approvalSecret,
  cluster,
  rules,
  repositories,
  ...options
}: RunExecutorOptions): RunExecutor {
  const signed = { ...options, approvalSigner: createApprovalSigner(approvalSecret) };
  const answer = createAnswerKind(signed);
  const repositoryJob =
    repositories &&
    createRepositoryKind({
      unitOfWork: options.unitOfWork,
      ports: repositories,
      answer: createAnswerKind({ ...signed, tools: repositories.tools }),
    });
  const codeIndex =
    repositories?.indexer &&
    repositories.objects &&
    createCodeIndexKind({
      unitOfWork: options.unitOfWork,
      ports: repositories,
      objects: repositories.objects,
      indexer: repositories.indexer,
      embedder: repositories.embedder,
    });
  const remediation =
    cluster && createRemediationKind({ ...options, ...cluster, tools: options.tools.getByCategory('cluster') });
  const ruleExecution = rules && createRuleExecutionKind({ ...options, ...rules });
  const kinds = {
    answer,
    call: answer,
    ...(remediation && { remediation }),
    ...(ruleExecution && { rule_execution: ruleExecution }),
    ...(repositoryJob && { repository_job: repositoryJob }),
    ...(codeIndex && { code_index: codeIndex }),
  };
  const executor = createExecutor({ ...options, kinds });
  const answers = createAnswers({ ...options, executor, kind: answer });
  return { ...executor, ...answers };
}
