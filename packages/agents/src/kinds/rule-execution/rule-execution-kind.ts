import { AppError, systemClock } from '@shipmate/core';
import type { RuleDefinition, RuleExecution } from '@shipmate/domain/workflow';
import type { RunKind, RunTask, RunWork } from '../../run/execute/run-kind.ts';
import { retryDatabase } from '../../run/log/retry-database.ts';
import { toRunPrincipal } from '../../run/settle/run-principal.ts';
import { executeRule, toEnding } from './execute-rule.ts';
import type { RuleExecutionPorts } from './rule-execution-ports.ts';
import { RuleSteps } from './rule-steps.ts';

/** Creates the kind of run in which an automation rule reacts to an event. */
export function createRuleExecutionKind(ports: RuleExecutionPorts): RunKind {
  return { name: 'rule_execution', open: (work) => openExecution(ports, work) };
}

function openExecution(ports: RuleExecutionPorts, run: RunWork): RunTask {
  const principal = toRunPrincipal(run.run);
  const { unitOfWork, clock = systemClock } = ports;
  let restored: { readonly execution: RuleExecution; readonly definition: RuleDefinition } | undefined;

  return {
    async restore() {
      const { ruleExecutions } = unitOfWork.stores;
      restored = await retryDatabase(run.outageLimits, async () => ({
        execution: await ruleExecutions.get(principal, run.lease.runId),
        definition: await ruleExecutions.getDefinition(principal, run.lease.runId),
      }));
      return undefined;
    },

    async execute(recorder) {
      if (restored === undefined) throw new AppError({ code: 'INTERNAL_ERROR', message: 'Nothing was restored.' });
      const { execution } = restored;
      const steps = new RuleSteps({ execution, unitOfWork, lease: run.lease, recorder, now: () => clock.now() });
      return executeRule({ ports, run, principal, ...restored, steps });
    },

    end: (outcome) => toEnding(outcome),
  };
}
