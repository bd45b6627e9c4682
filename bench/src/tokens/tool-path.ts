import { isDeepStrictEqual } from 'node:util';
import { investigate as askModel } from '../../../packages/agents/src/kinds/remediation/investigate.ts';
import { openInvestigation } from '../../../packages/agents/src/kinds/remediation/open-investigation.ts';
import { bindTools, createToolExecutionContext, silentLogger } from '../../../packages/core/src/index.ts';
import { newId } from '../../../packages/domain/src/index.ts';
import { createToolStorage } from '../../../packages/domain/src/tool-storage/index.ts';
import { beginRemediation } from '../../../packages/domain/src/use-cases/index.ts';
import { createCapabilityIndex } from '../../../packages/tools/src/capability/index.ts';
import { createInlineCompute } from '../../../packages/tools/src/compute/create-inline-compute.ts';
import { clusterTools } from '../../../packages/tools/src/registry.ts';
import { type CallTool, investigate } from '../../../packages/tools/test/investigation/strategy.ts';
import { type ConversationOptions, type ConversationTokens, toConversationTokens } from './conversation-tokens.ts';
import { toDryRuns } from './dry-runs.ts';
import type { FaultyCluster } from './faulty-cluster.ts';
import { openModelWire } from './model-wire.ts';
import { keyOf, playInTurns } from './play-in-turns.ts';
import type { Workplace } from './workplace.ts';

/**
 * Finds the cause of a fault with a remediation's investigation: its own prompt, tools and answer, over a real provider's adapter.
 * A frozen strategy takes the place of the model and decides the calls after those that the investigation makes itself.
 */
export async function converseWithTools(
  cluster: FaultyCluster,
  { unitOfWork, principal }: Workplace,
  { triesFix = false, counters = new Map() }: ConversationOptions,
): Promise<ConversationTokens> {
  const { scenario, clock, kubernetes, isInView } = cluster;
  const storage = createToolStorage(unitOfWork);
  const compute = createInlineCompute();
  const capabilityIndex = createCapabilityIndex({ kubernetes, compute, capabilities: storage.capabilities });
  const tools = bindTools(clusterTools, {
    ...storage,
    kubernetes,
    capabilityIndex,
    compute,
    clock,
  });
  const context = createToolExecutionContext({ principal });
  const call: CallTool = async (name, input) => {
    const tool = tools.find((each) => each.name === name);
    if (!tool) throw new Error(`There is no tool ${name}.`);
    const output = await tool.execute(tool.parse(input), context);
    return { output, text: tool.toModel(output) };
  };
  const opening = await open(call, scenario.question);
  const dryRuns = triesFix ? toDryRuns(scenario, cluster).map((each) => each.call) : [];
  const turns = [
    ...(await playInTurns(investigate, { call, isEnough: isInView, known: opening })),
    ...(dryRuns.length > 0 ? [dryRuns] : []),
  ];
  const answers = [
    ...turns.map((calls, turn) => ({
      toolCalls: calls.map(({ tool, input }, index) => ({ id: `toolu_${turn}_${index}`, name: tool, input })),
    })),
    { toolCalls: [{ id: 'toolu_answer', name: 'submit_answer', input: answerOf(scenario.cause) }] },
  ];
  const request = {
    id: newId(),
    issue: scenario.question,
    mode: 'manual',
    maxRisk: 'low',
    context: null,
    model: null,
  } as const;
  const remediation = await unitOfWork.transaction((stores) => beginRemediation(stores, principal, request));
  await using wire = await openModelWire();
  wire.script(...answers);
  const { signal } = new AbortController();
  const ports = { models: { get: () => wire.model }, unitOfWork, tools, kubernetes, compute, clock };
  const began = performance.now();
  const { calls } = await askModel({ ports, principal, logger: silentLogger, signal, remediation }, { calls: [] });
  if (!isDeepStrictEqual(toSorted(calls), toSorted([...opening, ...turns.flat()]))) {
    throw new Error(`The investigation of ${scenario.name} makes other calls than the strategy.`);
  }
  return toConversationTokens(wire, counters, {
    answers,
    millis: performance.now() - began,
    calls: calls.length,
    failures: calls.filter(({ isError }) => isError).length,
    isSolved: isInView(calls.map(({ output }) => output).join('\n')),
  });
}

/** Sorts calls, because those of one turn complete in any order. */
function toSorted(calls: readonly { readonly tool: string; readonly input: unknown }[]): readonly string[] {
  return calls.map(({ tool, input }) => keyOf(tool, Object(input))).toSorted();
}

/** Makes the calls that an investigation makes before it asks the model. */
async function open(call: CallTool, issue: string) {
  const opening = openInvestigation(issue);
  const first = await call(opening.call.tool, opening.call.input);
  const further = opening.follow?.(first.output) ?? [];
  return [
    { ...opening.call, answer: first },
    ...(await Promise.all(further.map(async (each) => ({ ...each, answer: await call(each.tool, each.input) })))),
  ];
}

/** Returns the finding in the requested format without actions, which cost both paths the same. */
function answerOf(rootCause: string) {
  return {
    issueStatus: 'active',
    rootCause,
    confidence: 0.9,
    factors: [],
    evidence: ['c1'],
    affected: [],
    remediation: { summary: rootCause, actions: [] },
    validation: 'Nothing of it shows any more.',
  };
}
