import type { ChatModel, JsonValue, ModelRequest } from '@shipmate/core';
import { ScriptedModel, type ScriptedStep } from '@shipmate/core/testing';
import type { Observation, Scenario } from '@shipmate/kube-sim';

type Call = NonNullable<ScriptedStep['toolCalls']>[number];

/** The plan that the model of {@link createScenarioModel} submits after it has seen the evidence. */
export interface ScenarioPlan {
  readonly affected: readonly { readonly resource: string; readonly namespace?: string }[];
  readonly actions: readonly JsonValue[];
}

/**
 * Creates a model that investigates a scenario with tools: it lists the objects of the evidence, describes them or
 * reads their logs, and plans only when the results contain all of the evidence, which it cites.
 */
export function createScenarioModel({ evidence, cause }: Scenario, plan: ScenarioPlan): ChatModel {
  return {
    id: 'demo:scenario',
    stream: (request, signal) => new ScriptedModel([nextStep(request)]).stream(request, signal),
  };

  function nextStep(request: ModelRequest): ScriptedStep {
    const turns = request.messages.filter(({ role }) => role === 'assistant').length;
    const results = readResults(request);
    if (turns === 0) return { toolCalls: unique(evidence.flatMap(toListing)) };
    if (turns === 1) {
      const calls = unique(evidence.flatMap((each) => toLooks(each, results)));
      if (calls.length > 0) return { toolCalls: calls };
    }
    const cited = new Set(evidence.flatMap((each) => findShown(each, results)));
    const isShown = evidence.every((each) => findShown(each, results).length > 0);
    return {
      toolCalls: [
        {
          name: 'submit_answer',
          input: {
            issueStatus: 'active',
            rootCause: isShown ? cause : 'The evidence was not found.',
            confidence: isShown ? 0.9 : 0.1,
            factors: [],
            evidence: [...cited],
            affected: plan.affected.map((each) => ({ ...each })),
            remediation: { summary: cause, actions: isShown ? [...plan.actions] : [] },
            validation: 'The rules find nothing.',
          },
        },
      ],
    };
  }
}

interface Result {
  readonly id: string;
  readonly text: string;
}

/** Reads the tool results with the ids of their calls. */
function readResults({ messages }: ModelRequest): readonly Result[] {
  const text = messages
    .filter(({ role }) => role !== 'assistant')
    .map((message) => JSON.stringify(message).replaceAll(String.raw`\n`, ' '));
  return text
    .join('\n')
    .split('[call ')
    .slice(1)
    .map((part) => ({ id: part.slice(0, part.indexOf(']')), text: part }));
}

function toListing({ of }: Observation): readonly Call[] {
  const place = of.namespace === undefined ? {} : { namespace: of.namespace };
  return [{ name: 'kubectl_get', input: { resource: qualify(of), ...place } }];
}

/** Builds the calls that describe the listed objects and, where the evidence is in a log, read their logs. */
function toLooks({ of, log }: Observation, results: readonly Result[]): readonly Call[] {
  const names = of.name === undefined ? namesIn(results, of) : [of.name];
  const { namespace = '' } = of;
  const place = of.namespace === undefined ? {} : { namespace };
  return names
    .slice(0, 2)
    .flatMap((name): readonly Call[] => [
      { name: 'kubectl_describe', input: { resource: `${qualify(of)}/${name}`, ...place } },
      ...(log === undefined
        ? []
        : [{ name: 'kubectl_logs', input: { pod: name, namespace, previous: 'merged' } } as const]),
    ]);
}

/** Finds names in a listing that begin with the value of a label. */
function namesIn(results: readonly Result[], { labels = {} }: Observation['of']): readonly string[] {
  const [value = ''] = Object.values(labels);
  const words = results.flatMap(({ text }) => text.split(/[^a-z0-9-]+/));
  return [...new Set(words.filter((word) => word.startsWith(`${value}-`)))];
}

/**
 * Finds the calls whose results show a piece of evidence; compares word by word, because tools format objects
 * differently.
 */
function findShown(
  { of, object = '', event = '', log = '' }: Observation,
  results: readonly Result[],
): readonly string[] {
  const present = `${object} ${event} ${log}`.replaceAll(/\(\?![^)]*\)/g, '');
  const words = present.match(/[A-Za-z0-9][\w.-]{3,}/g) ?? [];
  const wanted = words.filter((word) => !['name', 'type', 'status', 'availableReplicas'].includes(word));
  const named = results.filter(({ text }) => text.includes(of.name ?? Object.values(of.labels ?? {})[0] ?? of.kind));
  const isShown = ({ text }: Result) => wanted.length === 0 || wanted.some((word) => text.includes(word));
  return named.filter(isShown).map(({ id }) => id);
}

function qualify({ apiVersion, kind }: Observation['of']): string {
  const [version = '', group] = apiVersion.split('/').toReversed();
  return group === undefined ? kind : `${kind}.${version}.${group}`;
}

function unique(calls: readonly Call[]): readonly Call[] {
  return [...new Map(calls.map((call) => [JSON.stringify(call), call])).values()];
}
