import { AppError, type Clock, defineTool, systemClock, type ToolContext } from '@shipmate/core';
import { z } from 'zod';
import { clusterAnswerSchema, toModelText } from './answer/cluster-answer.ts';
import { clusterInput, roomFor } from './answer/cluster-input.ts';
import type { KubernetesPort } from './api/kubernetes-port.ts';
import { searchPodLogs } from './logs/search-pod-logs.ts';

const pattern = z.string().min(1).max(500);

export const kubectlLogs = defineTool({
  name: 'kubectl_logs',
  description:
    'Searches the log of a container. Without grep it shows the end; with grep it scans the whole log and shows the matches, which is ' +
    'cheaper than reading. Repeated lines are shown once with their count. For a container that crashes, set previous.',
  effect: 'read',
  openWorld: true,
  timeoutMs: 120_000,
  maxResultChars: 80_000,
  input: () =>
    z.object({
      pod: z
        .string()
        .trim()
        .min(1)
        .max(260)
        .transform((name) => name.replace(/^pods?\//, ''))
        .describe('Pod name.'),
      namespace: clusterInput.namespace.unwrap().describe('Its namespace.'),
      container: z.string().trim().min(1).max(63).optional().describe('The default container when left out.'),
      previous: z
        .union([z.boolean(), z.literal('merged')])
        .default(false)
        .describe('true: before the last restart; "merged": both, in order.'),
      since: z.string().trim().min(2).max(40).optional().describe('Duration ("15m") or RFC 3339 time.'),
      tail: z.number().int().min(1).max(1_000_000).optional().describe('Lines from the end to scan.'),
      grep: pattern.optional().describe('Case-insensitive regular expression, such as "error|timeout".'),
      exclude: pattern.optional().describe('The same, for lines to leave out.'),
      around: z.number().int().min(0).max(20).default(0).describe('Lines around each match.'),
      context: clusterInput.context,
      cursor: clusterInput.cursor,
      maxTokens: clusterInput.maxTokens,
    }),
  output: clusterAnswerSchema,
  async execute(input, { ports, principal, signal }: ToolContext<{ kubernetes: KubernetesPort; clock?: Clock }>) {
    const { context, since, maxTokens, pod, namespace, container, previous, tail, grep, exclude, around, cursor } =
      input;
    const now = (ports.clock ?? systemClock).now();
    const reader = await ports.kubernetes.reader({ context, principal });
    const sinceTime = since === undefined ? undefined : parseSince(since, now);
    const request = { pod, namespace, container, previous, tail, grep, exclude, around, cursor, sinceTime };
    return {
      context: reader.context,
      ...(await searchPodLogs({ ...request, maxTokens: roomFor(maxTokens) }, reader, signal)),
    };
  },
  toModel: (answer) => toModelText(answer, 'log'),
});

const milliseconds: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses `15m`, `2h30m`, `1d` or a time in RFC 3339. @throws AppError `VALIDATION_ERROR` for anything else. */
function parseSince(text: string, now: Date): string {
  if (/^(?:\d{1,6}[smhd])+$/.test(text)) {
    const past = [...text.matchAll(/(\d+)([smhd])/g)].reduce(
      (sum, [, count, unit = '']) => sum + Number(count) * (milliseconds[unit] ?? 0),
      0,
    );
    return new Date(Math.max(0, now.getTime() - past)).toISOString();
  }
  const time = Date.parse(text);
  if (/^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(time)) return new Date(time).toISOString();
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: 'since takes a duration such as "15m" or "2h", or a time such as "2026-01-31T12:00:00Z".',
    details: { field: 'since' },
  });
}
