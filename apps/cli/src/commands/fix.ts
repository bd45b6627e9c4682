import { riskLevels } from '@shipmate/domain/remediation';
import { remediationSchema, type RemediationView } from '@shipmate/protocol/web/remediations';
import { type CommandContext, defineCommand } from '../command.ts';
import type { Connection } from '../connection/connection.ts';
import { requestJson, requestOk } from '../connection/request-json.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { mayDecide, sendElsewhere } from '../conversation/decide-approval.ts';
import { clusterOption, modelOption } from '../conversation/question-options.ts';
import { exitCodes } from '../exit-codes.ts';
import { listenForInterrupt } from '../interrupt.ts';
import { jsonLinesOption } from '../print-json.ts';
import { followRemediation } from '../remediation/follow-remediation.ts';

/** `shipmate fix`: investigates an issue of a cluster, plans changes, executes the approved ones and watches the outcome. */
export const fix = defineCommand({
  arguments: { issue: { description: 'The issue, in your words.', required: true, sentence: true } },
  options: {
    context: clusterOption,
    model: modelOption,
    'plan-only': { type: 'boolean', description: 'Exit with code 3 once the plan waits for approval.' },
    automatic: {
      type: 'boolean',
      description: 'Let the policy approve listed changes of low risk; needs cluster:write.',
    },
    'max-risk': {
      type: 'string',
      placeholder: '<level>',
      choices: riskLevels,
      description: `With --automatic: the highest risk that the policy approves: ${riskLevels.join(', ')}. Default low.`,
    },
    json: jsonLinesOption,
    ...connectionOptions,
  },
  examples: [
    ['fix "checkout in namespace shop is not ready"', 'Plan a fix, approve it, and wait for the outcome'],
    ['fix --plan-only "api is OOMKilled"', 'Only plan; approve on the page of the remediation'],
  ],
  notes:
    'Nothing is changed before you approve the plan. A token without the scope decide_approvals prints the link to the page where a person approves,\n' +
    'and waits. Ctrl-C stops the remediation. Exit codes: 0 resolved, nothing to do or proposed; 1 not resolved, unverified or failed; 3 not approved.\n' +
    connectionNotes,
  run: (
    {
      issue,
      context: cluster,
      model,
      automatic,
      'max-risk': maxRisk,
      'plan-only': planOnly = false,
      json = false,
      ...options
    },
    context,
  ) =>
    withConnection(options, context, async (connection) => {
      using interrupt = listenForInterrupt();
      const { terminal } = context;
      const { signal } = interrupt;
      const mode = automatic ? 'automatic' : 'manual';
      const body = { issue, context: cluster, model, mode, ...(maxRisk !== undefined && { maxRisk }) };
      const { id } = await requestJson(connection.web, {
        path: '/api/remediations',
        body,
        response: remediationSchema,
        signal,
      });
      const decide = (remediation: RemediationView) =>
        planOnly ? Promise.resolve('stop' as const) : decidePlan(remediation, { connection, terminal, signal });
      terminal.warn(`Remediation ${id}`, 'dim');
      try {
        return await followRemediation(id, { connection, terminal, isJson: json, signal, onPlan: decide });
      } catch (thrown) {
        if (!signal.aborted) throw thrown;
        await requestOk(connection.web, { path: `/api/remediations/${id}/stop`, method: 'POST' });
        terminal.warn('Stopped. A change that had started is finished.', 'yellow');
        return exitCodes.interrupted;
      }
    }),
});

interface DecisionContext extends CommandContext {
  readonly connection: Connection;
  readonly signal: AbortSignal;
}

async function decidePlan(
  { id, plan }: RemediationView,
  { connection, terminal, signal }: DecisionContext,
): Promise<'read on' | 'stop'> {
  const path = `/api/remediations/${id}/decision`;
  if (plan === null) return 'read on';
  const elsewhere = { page: `/cluster/remediations/${id}`, what: 'the plan' };
  if (!terminal.isInteractive || !(await mayDecide(connection, path))) {
    sendElsewhere(connection, terminal, elsewhere);
    terminal.warn('Waiting for the decision. Ctrl-C stops the remediation; with --plan-only, nothing waits.', 'dim');
    return 'read on';
  }
  for (;;) {
    const answer = await terminal.ask(
      '\nApprove the plan? [y]es, [n]o, or the actions to approve, such as a1,a2: ',
      signal,
    );
    const words = (answer ?? 'n').trim().toLowerCase();
    const named = words.split(/[\s,]+/).filter((word) => word !== '');
    const isKnown = named.length > 0 && named.every((word) => plan.actions.some((action) => action.id === word));
    if (['y', 'yes'].includes(words) || isKnown) {
      const body = { decision: 'approve', planHash: plan.hash, ...(isKnown && { actions: named }) };
      await requestJson(connection.web, { path, body, response: remediationSchema, signal });
      return 'read on';
    }
    if (['n', 'no'].includes(words)) {
      await requestJson(connection.web, { path, body: { decision: 'deny' }, response: remediationSchema });
      return 'read on';
    }
  }
}
