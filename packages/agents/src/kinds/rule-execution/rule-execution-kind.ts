import { AppError, systemClock } from '@shipmate/core';
import type { RuleDefinition, RuleExecution } from '@shipmate/domain/workflow';
import type { RunKind, RunTask, RunWork } from '../../run/execute/run-kind.ts';
import { retryDatabase } from '../../run/log/retry-database.ts';
import { toRunPrincipal } from '../../run/settle/run-principal.ts';
import { executeRule, toEnding } from './execute-rule.ts';
import { readEventGroup, type RuleEventGroup } from './read-event-group.ts';
import type { RuleExecutionPorts } from './rule-execution-ports.ts';
import { RuleSteps } from './rule-steps.ts';

/** Creates the kind of run in which an automation rule reacts to an event. */
export function createRuleExecutionKind(ports: RuleExecutionPorts): RunKind {
  return { name: 'rule_execution', open: (work) => openExecution(ports, work) };
}

function openExecution(ports: RuleExecutionPorts, run: RunWork): RunTask {
  const principal = toRunPrincipal(run.run);
  const { unitOfWork, clock = systemClock } = ports;
  let restored:
    | { readonly execution: RuleExecution; readonly definition: RuleDefinition; readonly group: RuleEventGroup }
    | undefined;

  return {
    async restore() {
      const { ruleExecutions } = unitOfWork.stores;
      restored = await retryDatabase(run.outageLimits, async () => {
        const execution = await ruleExecutions.get(principal, run.lease.runId);
        const definition = await ruleExecutions.getDefinition(principal, run.lease.runId);
        const group = await readEventGroup(unitOfWork.stores, principal, { execution, definition });
        return { execution, definition, group };
      });
      return undefined;
    },

    async execute(recorder) {
      if (restored === undefined) throw new AppError({ code: 'INTERNAL_ERROR', message: 'Nothing was restored.' });
      const { execution, group } = restored;
      const steps = new RuleSteps({ execution, group, unitOfWork, lease: run.lease, recorder, now: () => clock.now() });
      return executeRule({ ports, run, principal, ...restored, steps });
    },

    end: (outcome) => toEnding(outcome, { principal, run }),
  };
}
