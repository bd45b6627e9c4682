import { AppError, type JsonValue, type ModelRequest, unfenceText } from '@shipmate/core';
import type { CheckedAnswers, Question } from '@shipmate/domain/question';
import { stringify } from 'yaml';
import { submit } from '../answer-flow.ts';
import type { DemoSteps } from '../demo-steps.ts';
import { parseJson } from '../parse-json.ts';
import { takeStep } from '../take-step.ts';
import { parseRequiredFields, toSpec } from './required-fields.ts';
import { writtenKinds } from './written-kinds.ts';

/** Maximum number of recommended solutions. */
const maxSolutions = 3;

const wayToAKey = 'Set a key such as ANTHROPIC_API_KEY for a model that understands the request.';

/** Kubernetes terms for words of users, for the search. */
const terms: readonly (readonly [words: RegExp, ...phrasings: readonly string[]])[] = [
  [
    /\b(?:night|nightly|daily|hourly|weekly|schedule|cron|every (?:day|hour|week|month))/i,
    'CronJob',
    'run a job on a schedule',
  ],
  [
    /\b(?:internet|outside|host ?name|expose|reach|https?)\b/i,
    'Ingress',
    'expose a service over HTTP under a host name',
  ],
  [/\b(?:autoscal|scale|load|busy)/i, 'HorizontalPodAutoscaler', 'scale replicas on CPU'],
  [/\b(?:drain|maintenance|stays? available|disruption)/i, 'PodDisruptionBudget', 'minimum available pods'],
  [/\b(?:block|deny|isolate|firewall|egress|ingress traffic|outgoing)/i, 'NetworkPolicy', 'deny traffic of pods'],
  [/\b(?:disk|volume|storage)\b/i, 'PersistentVolumeClaim', 'persistent storage'],
  [/\b(?:once|migration|batch)\b/i, 'Job', 'run a job to completion'],
  [
    /\b(?:web|server|app|application|api|site|container|deploy|service)\b/i,
    'Deployment',
    'replicated pods of a stateless application',
  ],
];

/** A kind in a result of a search. */
interface FoundKind {
  readonly kind: string;
  readonly apiVersion: string;
  readonly isClusterWide: boolean;
  readonly purpose: string;
}

/** Answers the three questions of a recommendation: the solutions, the questions about one of them, and its manifests. */
export function answerRecommend({ tools = [] }: ModelRequest, question: string): DemoSteps<string> {
  const answer = tools.find(({ name }) => name === 'submit_answer')?.inputSchema.properties ?? {};
  if ('solutions' in answer) return findSolutions(question);
  return 'questions' in answer ? askQuestions(question) : writeManifests(question);
}

/** Recommends the first kinds of the search that the demo can write, each as a solution. */
function* findSolutions(question: string): DemoSteps<string> {
  const query = question.replace(/^Request: /, '');
  const phrasings = terms.flatMap(([words, ...phrases]) => (words.test(query) ? phrases : [])).slice(0, 4);
  const result = yield* takeStep({ call: { name: 'search_capabilities', input: { query, phrasings } } });
  const found = parseKinds(result).filter(isWritten).slice(0, maxSolutions);
  if (found.length === 0) {
    throw new AppError({
      code: 'UNAVAILABLE',
      message: `The demo model, a script, found no kind for this request that it can write. It writes ${Object.keys(writtenKinds).join(', ')}, and custom resources. ${wayToAKey}`,
      recoverable: false,
    });
  }
  const solutions = found.map(({ kind, apiVersion, isClusterWide, purpose }, index) => ({
    title: kind,
    description: `${purpose === '' ? '' : `${purpose} `}${isClusterWide ? clusterWide : ''}The demo model, a script, took it from the search, where it is number ${index + 1} of the kinds that it can write; its score is that rank and no judgement. ${wayToAKey}`,
    kinds: [{ apiVersion, kind }],
    score: 50 - 10 * index,
  }));
  return yield* submit({ solutions });
}

/** Asks for the name and the required fields. */
function* askQuestions(question: string): DemoSteps<string> {
  const { kind, apiVersion } = readSolution(question);
  const [, named] = /\b(?:called|named) "?([a-z][a-z0-9-]{0,62})\b/.exec(question) ?? [];
  const name: Question = {
    name: 'name',
    text: `What is the ${kind} called?`,
    type: 'string',
    required: true,
    suggestion: named ?? kind.toLowerCase(),
  };
  const asked = writtenKinds[kind]?.questions ?? (yield* readFields(kind, apiVersion)).map((field) => field.question);
  const questions = [name, ...asked.filter((each) => each.name !== name.name)].slice(0, 15);
  return yield* submit({ questions: questions.map((each) => ({ ...each }) as unknown as JsonValue) });
}

/** Writes one object with the answers. */
function* writeManifests(question: string): DemoSteps<string> {
  const { kind, apiVersion, description } = readSolution(question);
  const answers = parseLine(question, 'Answers of the user') as CheckedAnswers;
  const name = String(answers['name']);
  const spec = writtenKinds[kind]?.spec(name, answers) ?? toSpec(yield* readFields(kind, apiVersion), answers);
  const namespace = description.includes(clusterWide) ? {} : { namespace: answers['namespace'] };
  const object = { apiVersion, kind, metadata: { name, ...namespace }, spec };
  const remark = '# The demo model, a script, wrote the smallest object with your answers. Review it before use.\n';
  return yield* submit({ manifests: `${remark}${stringify(object)}` });
}

const clusterWide = 'It is cluster-wide. ';

function* readFields(kind: string, apiVersion: string): DemoSteps<ReturnType<typeof parseRequiredFields>> {
  return parseRequiredFields(yield* takeStep({ call: { name: 'get_resource_schema', input: { kind, apiVersion } } }));
}

/** Parses the lines of a search result, best first; kinds that can only be read are left out. */
function parseKinds(result: string): readonly FoundKind[] {
  return [...unfenceText(result).matchAll(/^- (\w+) \(([^,)]+)(.*?)\) \[[^\]]*\] ?([^|\n]*)/gm)]
    .filter(([, , , facts = '']) => !facts.includes('read-only'))
    .map(([, kind = '', apiVersion = '', facts = '', purpose = '']) => ({
      kind,
      apiVersion,
      isClusterWide: facts.includes('cluster-wide'),
      purpose: purpose.trim(),
    }));
}

/** Returns true for a built-in kind with a known specification and for a custom resource. */
function isWritten({ kind, apiVersion }: FoundKind): boolean {
  const written = writtenKinds[kind];
  if (written) return written.apiVersion === apiVersion;
  return /\.[^/]*\//.test(apiVersion) && !/\.k8s\.io\//.test(apiVersion);
}

function readSolution(question: string): {
  readonly kind: string;
  readonly apiVersion: string;
  readonly description: string;
} {
  const { kinds, description } = parseLine(question, 'The solution') as {
    readonly kinds: readonly [{ readonly kind: string; readonly apiVersion: string }];
    readonly description: string;
  };
  return { ...kinds[0], description };
}

/** Parses the first JSON object after a title in the lines of a flow's question. */
function parseLine(question: string, title: string): unknown {
  const values = question
    .split('\n')
    .filter((line) => line.startsWith(`${title}: {`))
    .map((line) => parseJson(line.slice(title.length + 2)));
  return values.find((value) => value !== undefined) ?? {};
}
