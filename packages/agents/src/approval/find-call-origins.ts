import { type FencedText, type Message, type Principal, readFences, textOf, toolCallsOf } from '@shipmate/core';
import type { Stores } from '@shipmate/domain';
import type { Run } from '@shipmate/domain/run';
import { findValueOrigins, toUntrustedTexts, type ValueOrigin } from '@shipmate/domain/untrusted';
import { describeChartContext, toChartContext } from '@shipmate/tools/chart';

/** A call that a run is about to make. */
export interface OriginQuestion {
  readonly run: Pick<Run, 'id' | 'conversationId' | 'workspaceId'>;
  readonly principal: Principal;
  /** The conversation up to the run's question. */
  readonly history: readonly Message[];
  readonly input: unknown;
}

/** Finds the values of a call that come from untrusted text which its conversation has read. */
export async function findCallOrigins(
  stores: Pick<Stores, 'runs' | 'workspaces' | 'clientConversations'>,
  { run, principal, history, input }: OriginQuestion,
): Promise<readonly ValueOrigin[]> {
  const { runs, workspaces, clientConversations } = stores;
  const context = await clientConversations.findContext(principal, run.conversationId);
  const detail = run.workspaceId === null ? undefined : await workspaces.getDetail(principal, run.workspaceId);
  const chart = detail === undefined ? [] : readFences(describeChartContext(toChartContext(detail))).fenced;
  const calls = await runs.listToolCalls(run.id);
  const read = calls.flatMap((call) =>
    call.result === null ? [] : toUntrustedTexts({ input: call.input, output: call.result.part.output }),
  );
  const shown: readonly FencedText[] = context ? [{ source: 'client', text: JSON.stringify(context) }] : [];
  const asked = history.filter(({ role }) => role === 'user').map((message) => readFences(textOf(message)));
  return findValueOrigins({
    action: input,
    untrusted: [...shown, ...chart, ...asked.flatMap(({ fenced }) => fenced), ...readHistory(history), ...read],
    own: asked.map(({ outside }) => outside),
  });
}

/** Returns the untrusted texts in results of earlier runs. */
function readHistory(history: readonly Message[]): readonly FencedText[] {
  const inputs = new Map<string, unknown>();
  return history.flatMap((message) => {
    if (message.role === 'assistant') for (const call of toolCallsOf(message)) inputs.set(call.id, call.input);
    if (message.role !== 'tool') return [];
    return message.content.flatMap(({ id, output }) => toUntrustedTexts({ input: inputs.get(id), output }));
  });
}
