import { AppError, type Clock, defineTool, systemClock, type ToolContext } from '@shipmate/core';
import {
  findProblems as applyRules,
  clusterReportSchema,
  countProblems,
  type ObjectReference,
  type Problem,
  problemSeverities,
  summarizeHealth,
  toHealthView,
  toProblemView,
} from '@shipmate/domain/cluster';
import { z } from 'zod';
import { clusterAnswerSchema, toModelText } from './answer/cluster-answer.ts';
import { clusterInput, roomFor } from './answer/cluster-input.ts';
import { readCursor, writeCursor } from './answer/cursor.ts';
import { countFitting, tokensOf } from './answer/fitting.ts';
import type { KubernetesPort } from './api/kubernetes-port.ts';
import { hasNamespace } from './get/has-namespace.ts';
import { ageOf } from './object/age.ts';
import { readClusterObjects } from './problems/read-cluster-objects.ts';

const stateSchema = z.object({ shown: z.number().int().min(0) });

/** The marker in the simulator's version. */
const simulatorMark = '+kube-sim';

const maxGaps = 5;

/** A report with a summary, and the remainder that was left out of it. */
const problemReportSchema = clusterReportSchema.extend(clusterAnswerSchema.omit({ data: true }).shape);

const maxNames = 3;

export const findProblems = defineTool({
  name: 'find_problems',
  description:
    'Finds what is wrong in a cluster by fixed rules: pods that crash or cannot be pulled, scheduled or started, rollouts that are ' +
    'stuck or paused, references to what does not exist, services and budgets that select nothing, claims, jobs, autoscalers, ' +
    'ingresses, certificates, quotas, nodes, namespaces, webhooks, APIs and network policies. Use it first when no object is ' +
    'named, or to see what else is affected. Each problem comes with its evidence and the next objects to read; the worst come ' +
    'first, grouped by workload. No findings do not prove that applications work: they may still log errors.',
  effect: 'read',
  openWorld: true,
  timeoutMs: 60_000,
  maxResultChars: 80_000,
  input: z.object({
    namespace: clusterInput.namespace,
    severity: z.enum(problemSeverities).optional().describe('Leaves out what is less severe.'),
    context: clusterInput.context,
    limit: z.number().int().min(1).max(500).default(50).describe('Problems in the answer.'),
    cursor: clusterInput.cursor,
    maxTokens: clusterInput.maxTokens,
  }),
  output: problemReportSchema,
  async execute(input, { ports, principal, signal }: ToolContext<{ kubernetes: KubernetesPort; clock?: Clock }>) {
    const { namespace, context, cursor, severity = 'info' } = input;
    const now = (ports.clock ?? systemClock).now();
    const reader = await ports.kubernetes.reader({ context, principal });
    const [version, { objects, gaps }] = await Promise.all([
      reader.version(signal),
      readClusterObjects(reader, { namespace, now }, signal),
    ]);
    const all = applyRules(objects).filter(({ object }) => namespace === undefined || object.namespace === namespace);
    if (all.length === 0 && namespace !== undefined && !(await hasNamespace(namespace, reader, signal))) {
      throw new AppError({ code: 'NOT_FOUND', message: `Namespace "${namespace}" not found.` });
    }
    const wanted = problemSeverities.slice(0, problemSeverities.indexOf(severity) + 1);
    const found = all.filter((problem) => wanted.includes(problem.severity));

    const question = ['problems', namespace, severity];
    const { shown } = cursor === undefined ? { shown: 0 } : readCursor(cursor, question, stateSchema);
    const rest = found.slice(shown, shown + input.limit);
    const room = roomFor(input.maxTokens) - describeGaps(gaps).reduce((sum, line) => sum + tokensOf(line), 0);
    const end = shown + countFitting(describeProblems(rest, now), room);
    return {
      context: reader.context,
      version,
      isSimulated: version.includes(simulatorMark),
      at: now.toISOString(),
      summary: summarize(all, { namespace, isComplete: gaps.length === 0 }),
      health: toHealthView(summarizeHealth(objects, all)),
      problems: found.slice(shown, end).map(toProblemView),
      gaps: [...gaps],
      ...(end < found.length && {
        more: {
          hint: `Problems ${shown + 1} to ${end} of ${found.length} are shown. Narrow with namespace or severity.`,
          cursor: writeCursor(question, { shown: end }),
        },
      }),
    };
  },
  toModel: toReportText,
});

function summarize(
  problems: readonly Problem[],
  { namespace, isComplete }: { readonly namespace: string | undefined; readonly isComplete: boolean },
): string {
  const where = namespace === undefined ? 'the cluster' : `namespace "${namespace}"`;
  const { critical, warning, info } = countProblems(problems);
  const caveat = isComplete ? '' : ' Not everything could be read.';
  if (problems.length === 0) return `The rules find nothing wrong in ${where}.${caveat}`;
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

/**
 * Describes problems in a few lines each: the finding, its objects, the evidence, and the next step. Consequences get
 * one line.
 */
function describeProblems(problems: readonly Problem[], now: Date): readonly string[] {
  const explained = new Set(problems.filter(({ isSymptom }) => !isSymptom).map(({ root }) => toTitle(root)));
  return problems.map((problem) =>
    problem.isSymptom && explained.has(toTitle(problem.root))
      ? `${toHead(problem, now)}: ${problem.message}`
      : describeFully(problem, now),
  );
}

function describeFully(problem: Problem, now: Date): string {
  return [
    toHead(problem, now),
    `  ${problem.message}`,
    ...problem.evidence.map(({ of, path, value }) => `  ${of === undefined ? '' : `${of} `}${path} = ${value}`),
    `  → ${problem.next}`,
  ].join('\n');
}

function toHead({ severity, reason, object, root, since, alike }: Problem, now: Date): string {
  return [
    `${severity} ${reason}: ${toTitle(object)}`,
    ...(alike.length > 0 ? [`also ${listNames(alike)}`] : []),
    ...(toTitle(root) === toTitle(object) ? [] : [`of ${root.kind} ${root.name}`]),
    ...(since === undefined ? [] : [`for ${ageOf(since, now)}`]),
  ].join(', ');
}

function toTitle({ kind, namespace, name }: ObjectReference): string {
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}

function listNames(names: readonly string[]): string {
  const left = names.length - maxNames;
  return `${names.slice(0, maxNames).join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}
