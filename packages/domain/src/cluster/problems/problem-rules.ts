import type { ProblemRule } from './problem-rule.ts';
import { findApiServiceProblems } from './rules/api-services.ts';
import { findAutoscalerProblems } from './rules/autoscalers.ts';
import { findCertificateProblems } from './rules/certificates.ts';
import { findClaimProblems } from './rules/claims.ts';
import { findContainerProblems } from './rules/container-states.ts';
import { findCronJobProblems } from './rules/cron-jobs.ts';
import { findDeprecatedApis } from './rules/deprecated-apis.ts';
import { findDisruptionBudgetProblems } from './rules/disruption-budgets.ts';
import { findFailedPods } from './rules/pod-failure.ts';
import { findIngressProblems } from './rules/ingresses.ts';
import { findJobProblems } from './rules/jobs.ts';
import { findMissingReferences } from './rules/missing-references.ts';
import { findNamespaceProblems } from './rules/namespaces.ts';
import { findNetworkPolicyProblems } from './rules/network-policies.ts';
import { findNodeProblems } from './rules/nodes.ts';
import { findPausedRollouts } from './rules/paused-rollouts.ts';
import { findQuotaProblems } from './rules/quotas.ts';
import { findSchedulingProblems } from './rules/pod-scheduling.ts';
import { findServiceProblems } from './rules/services.ts';
import { findStartProblems } from './rules/pod-start.ts';
import { findTlsSecretProblems } from './rules/tls-secrets.ts';
import { findWebhookProblems } from './rules/webhooks.ts';
import { findWorkloadProblems } from './rules/workloads.ts';

/** All rules, causes before their consequences. A new rule is a file and a line here. */
export const problemRules: readonly ProblemRule[] = [
  findNodeProblems,
  findApiServiceProblems,
  findMissingReferences,
  findContainerProblems,
  findSchedulingProblems,
  findStartProblems,
  findFailedPods,
  findClaimProblems,
  findJobProblems,
  findCronJobProblems,
  findQuotaProblems,
  findWorkloadProblems,
  findPausedRollouts,
  findServiceProblems,
  findIngressProblems,
  findCertificateProblems,
  findTlsSecretProblems,
  findAutoscalerProblems,
  findWebhookProblems,
  findNetworkPolicyProblems,
  findDisruptionBudgetProblems,
  findNamespaceProblems,
  findDeprecatedApis,
];
