import { AppError, type Clock, defineTool, systemClock, type ToolContext } from '@shipmate/core';
import { clusterReportSchema, type ProblemCounts, problemSeverities } from '@shipmate/domain/cluster';
import { z } from 'zod';
import type { ComputePort } from '../compute/compute-port.ts';
import { clusterAnswerSchema, toModelText } from './answer/cluster-answer.ts';
import { clusterInput, roomFor } from './answer/cluster-input.ts';
import { readCursor, writeCursor } from './answer/cursor.ts';
import { tokensOf } from './answer/fitting.ts';
import type { KubernetesPort } from './api/kubernetes-port.ts';
import { hasNamespace } from './get/has-namespace.ts';
import { describeProblems } from './problems/describe-problems.ts';
import { readClusterText } from './problems/read-cluster-text.ts';

/** Ports of {@link findProblems}. */
export interface FindProblemsPorts {
  readonly kubernetes: KubernetesPort;
  readonly compute: ComputePort;
  readonly clock?: Clock;
}

const stateSchema = z.object({ shown: z.number().int().min(0) });

/** The marker in the simulator's version. */
const simulatorMark = '+kube-sim';

const maxGaps = 5;

/** A report with a summary, and the remainder that was left out of it. */
const problemReportSchema = clusterReportSchema.extend(clusterAnswerSchema.omit({ data: true }).shape);

export const findProblems = defineTool({
  name: 'find_problems',
  description:
    'Finds what is wrong in a cluster by fixed rules over pods, rollouts, missing references, services, claims, jobs, autoscalers, ' +
    'ingresses, certificates, quotas, nodes, webhooks, APIs and network policies. Use it first when no object is named. Each problem ' +
    'comes with evidence and the next step, the worst first. Applications can log errors without a finding.',
  effect: 'read',
  openWorld: true,
  timeoutMs: 60_000,
  maxResultChars: 80_000,
  input: () =>
    z.object({
      namespace: clusterInput.namespace,
      severity: z.enum(problemSeverities).optional().describe('The lowest severity to show.'),
      context: clusterInput.context,
      limit: z.number().int().min(1).max(500).default(50).describe('Maximum number of problems.'),
      cursor: clusterInput.cursor,
      maxTokens: clusterInput.maxTokens,
    }),
  output: problemReportSchema,
  async execute(input, { ports, principal, signal }: ToolContext<FindProblemsPorts>) {
    const { namespace, context, cursor, limit, severity = 'info' } = input;
    const now = (ports.clock ?? systemClock).now();
    const question = ['problems', namespace, severity];
    const { shown } = cursor === undefined ? { shown: 0 } : readCursor(cursor, question, stateSchema);
    const reader = await ports.kubernetes.reader({ context, principal });
    const [version, { text, gaps }] = await Promise.all([
      reader.version(signal),
      readClusterText(reader, { namespace, now }, signal),
    ]);
    const room = roomFor(input.maxTokens) - describeGaps(gaps).reduce((sum, line) => sum + tokensOf(line), 0);
    const page = { severity, shown, limit, room };
    const report = await ports.compute.run('reportProblems', [text, page], { principal, signal });
    const { counts, found, health, problems } = report;
    if (hasNone(counts) && namespace !== undefined && !(await hasNamespace(namespace, reader, signal))) {
      throw new AppError({ code: 'NOT_FOUND', message: `Namespace "${namespace}" not found.` });
    }
    const end = shown + problems.length;
    return {
      context: reader.context,
      version,
      isSimulated: version.includes(simulatorMark),
      at: now.toISOString(),
      summary: summarize(counts, { namespace, isComplete: gaps.length === 0 }),
      health,
      problems,
      gaps: [...gaps],
      ...(end < found && {
        more: {
          hint: `Problems ${shown + 1} to ${end} of ${found} are shown. Narrow with namespace or severity.`,
          cursor: writeCursor(question, { shown: end }),
        },
      }),
    };
  },
  toModel: toReportText,
});

function hasNone({ critical, warning, info }: ProblemCounts): boolean {
  return critical + warning + info === 0;
}

function summarize(
  counts: ProblemCounts,
  { namespace, isComplete }: { readonly namespace: string | undefined; readonly isComplete: boolean },
): string {
  const where = namespace === undefined ? 'the cluster' : `namespace "${namespace}"`;
  const caveat = isComplete ? '' : ' Not everything could be read.';
  if (hasNone(counts)) return `The rules find nothing wrong in ${where}.${caveat}`;
  const { critical, warning, info } = counts;
  return `By the worst that each has, objects in ${where}: ${critical} critical, ${warning} warning, ${info} info.${caveat}`;
}

/** Renders a report for a model. */
function toReportText({ problems, gaps, at, ...answer }: z.output<typeof problemReportSchema>): string {
  const texts = describeProblems(problems, new Date(at));
  return toModelText({ ...answer, data: [...describeGaps(gaps), ...texts].join('\n') });
}

/** Describes in a few lines what could not be read. */
function describeGaps(gaps: readonly string[]): readonly string[] {
  const left = gaps.length - maxGaps;
  return [
    ...gaps.slice(0, maxGaps).map((gap) => `NOT READ: ${gap}`),
    ...(left > 0 ? [`NOT READ: ${left} more kinds`] : []),
  ];
}
