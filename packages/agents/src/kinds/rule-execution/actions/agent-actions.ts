import { AppError, textOf } from '@shipmate/core';
import { newId } from '@shipmate/domain';
import { isEnded, requireConversationRun } from '@shipmate/domain/run';
import type { ActionConfigOf } from '@shipmate/domain/workflow';
import { profileFor } from '../../../profiles/profiles.ts';
import { beginRun } from '../../../run/begin/begin-run.ts';
import type { RuleActionHandler } from '../rule-action.ts';

const minuteMs = 60_000;

/** Gives an agent a task as a run of the rule's owner, who approves its calls, and waits for its end. */
export const runAgent: RuleActionHandler<ActionConfigOf<'run_agent'>> = {
  kind: 'run',

  async begin(stores, config, { principal, models }) {
    const { context_type: contextType, prompt, workspace_id: workspaceId = null, timeout_minutes: minutes } = config;
    profileFor(contextType);
    const question = { conversationId: newId(), workspaceId, contextType, message: prompt };
    const { id: model } = models.get();
    const { run } = await beginRun(stores, principal, { ...question, model, origin: 'job', lease: undefined });
    return { childRunId: run.id, wakeInMs: minutes * minuteMs };
  },

  async resume({ runs, conversations }, { childRunId }, { principal }) {
    if (childRunId === null) throw new AppError({ code: 'NOT_FOUND', message: 'The run of the agent was deleted.' });
    const run = requireConversationRun(await runs.get(principal, childRunId));
    if (!isEnded(run.status)) {
      await runs.requestStop(principal, childRunId);
      const error = 'The agent did not answer in time, so its run was stopped.';
      return { port: 'failure', output: { run_id: childRunId, status: run.status, answer: '', error } };
    }
    const messages = await conversations.listMessages(principal, run.conversationId);
    const last = messages.findLast(({ runId, message }) => runId === childRunId && message.role === 'assistant');
    const answer = last === undefined ? '' : textOf(last.message);
    const output = { run_id: childRunId, status: run.status, answer, error: run.errorMessage };
    return { port: run.status === 'completed' ? 'success' : 'failure', output };
  },
};
