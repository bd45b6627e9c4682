import { AppError, type Clock, defineTool, systemClock, type ToolContext } from '@shipmate/core';
import { z } from 'zod';
import { clusterAnswerSchema, toModelText } from './answer/cluster-answer.ts';
import { clusterInput, roomFor } from './answer/cluster-input.ts';
import { readCursor, writeCursor } from './answer/cursor.ts';
import { countFitting } from './answer/fitting.ts';
import type { ClusterReader } from './api/cluster-reader.ts';
import type { KubernetesPort } from './api/kubernetes-port.ts';
import { aggregateEvents } from './events/aggregate-events.ts';
import { describeEvent } from './events/describe-event.ts';
import { listEvents } from './events/list-events.ts';

const stateSchema = z.object({ shown: z.number().int().min(0) });

export const kubectlEvents = defineTool({
  name: 'kubectl_events',
  description:
    'Shows the events of a namespace, or of all, grouped where they repeat: failures first, the newest last. kubectl_describe shows the ' +
    'events of one object too. A cluster keeps events for about an hour.',
  effect: 'read',
  openWorld: true,
  timeoutMs: 60_000,
  maxResultChars: 80_000,
  input: () =>
    z.object({
      namespace: clusterInput.namespace,
      fieldSelector: clusterInput.fieldSelector.describe('Selector, such as "reason=FailedScheduling".'),
      for: z.string().trim().min(1).max(400).optional().describe('One object, such as "pod/web-0".'),
      context: clusterInput.context,
      cursor: clusterInput.cursor,
      maxTokens: clusterInput.maxTokens,
    }),
  output: clusterAnswerSchema,
  async execute(input, { ports, principal, signal }: ToolContext<{ kubernetes: KubernetesPort; clock?: Clock }>) {
    const { namespace, context, cursor, maxTokens } = input;
    const now = (ports.clock ?? systemClock).now();
    const reader = await ports.kubernetes.reader({ context, principal });
    const selectors = [input.fieldSelector, input.for && (await selectorFor(input.for, reader, signal))];
    const fieldSelector = selectors.filter(Boolean).join(',') || undefined;
    const { events, isComplete } = await listEvents(reader, { namespace, fieldSelector }, signal);

    const groups = aggregateEvents(events);
    const byImportance = [
      ...groups.filter(({ isTrouble }) => isTrouble).toReversed(),
      ...groups.filter(({ isTrouble }) => !isTrouble).toReversed(),
    ];
    const question = ['events', namespace, fieldSelector];
    const { shown } = cursor === undefined ? { shown: 0 } : readCursor(cursor, question, stateSchema);
    const options = { showNamespace: namespace === undefined };
    const rest = byImportance.slice(shown).map((group) => ({ group, line: describeEvent(group, now, options) }));
    const count = countFitting(
      rest.map(({ line }) => line),
      roomFor(maxTokens),
    );
    const page = new Map(rest.slice(0, count).map(({ group, line }) => [group, line]));
    const end = shown + count;
    const where = namespace === undefined ? 'all namespaces' : `namespace "${namespace}"`;
    const about = input.for === undefined ? '' : ` about ${input.for}`;
    const unread = isComplete ? '' : ' There are more events than were read: give namespace or for.';
    return {
      context: reader.context,
      summary: `${events.length} events${about} in ${where}, ${groups.length} when repeats are grouped, ${groups.filter(({ isTrouble }) => isTrouble).length} of them failures.${unread}`,
      data: groups.flatMap((group) => page.get(group) ?? []).join('\n'),
      ...(end < groups.length && {
        more: {
          hint: `${groups.length - end} older or lesser ones are left out. Narrow with namespace, for or fieldSelector.`,
          cursor: writeCursor(question, { shown: end }),
        },
      }),
    };
  },
  toModel: (answer) => toModelText(answer, 'event'),
});

/** Returns the field selector for events about one object. */
async function selectorFor(object: string, reader: ClusterReader, signal: AbortSignal): Promise<string> {
  const [type = '', name = '', ...rest] = object.split('/');
  if (!/^[\w.:][\w.:-]*$/.test(name) || rest.length > 0) {
    throw new AppError({
      code: 'VALIDATION_ERROR',
      message: 'for names one object as kind/name, for example "pod/web-0".',
      details: { field: 'for' },
    });
  }
  const { kind } = await reader.resolve(type, signal);
  return `involvedObject.kind=${kind},involvedObject.name=${name}`;
}
