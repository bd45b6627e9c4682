import type { FileView } from '@shipmate/protocol/web/workspace';
import { expect, it } from 'vitest';
import type { ChatMessage } from '../api/conversation.ts';
import { type FollowUpState, isTemplate, suggestFollowUps } from './follow-ups.tsx';

type Part = ChatMessage['parts'][number];

const answer = (parts: readonly Part[], metadata?: ChatMessage['metadata']): ChatMessage => ({
  id: 'run',
  role: 'assistant',
  parts: [...parts],
  ...(metadata && { metadata }),
});
const call = (toolName: string, input: unknown, output: unknown): Part => ({
  type: 'dynamic-tool',
  toolCallId: toolName,
  toolName,
  state: 'output-available',
  input,
  output,
});
const validated = (verdict: string) => call('validateChart', {}, `${verdict}, for Kubernetes 1.32. Errors: 1.`);
const edited = call('textEditor', { command: 'create', path: 'values.yaml' }, 'Created.');
const viewed = call('textEditor', { command: 'view', path: 'values.yaml' }, 'replicas: 1');

const file = (path: string, content: string, change: Partial<Pick<FileView, 'contentPending' | 'pendingOp'>> = {}) => ({
  path,
  content,
  contentPending: null,
  pendingOp: null,
  ...change,
});
const service = file('templates/service.yaml', 'apiVersion: v1\nkind: Service\n');
const deployment = file('templates/deployment.yaml', 'apiVersion: apps/v1\nkind: Deployment\n');
const pending = file('values.yaml', 'a: 1', { contentPending: 'a: 2', pendingOp: 'modify' });
const ingress = file('templates/ingress.yaml', '', {
  contentPending: '{{- if .Values.ingress.enabled }}\nkind: Ingress\n{{- end }}',
  pendingOp: 'create',
});

type State = Partial<Omit<FollowUpState, 'files'>> & { readonly files?: readonly ReturnType<typeof file>[] };

const cases: [name: string, state: State, expected: readonly string[]][] = [
  ['nothing about an empty workspace', { files: [] }, []],
  ['what a chart lacks', { files: [service] }, ['Add an Ingress', 'Explain this chart']],
  [
    'only what fits a chart that has it',
    { files: [service, ingress] },
    ['Validate the chart', 'Explain the pending changes'],
  ],
  ['to explain pending changes', { files: [pending] }, ['Validate the chart', 'Explain the pending changes']],
  [
    'to fix failed checks',
    { files: [pending], answer: answer([edited, validated('fail'), viewed]) },
    ['Fix the findings of the checks', 'Explain the pending changes'],
  ],
  [
    'to fix warnings',
    { files: [pending], answer: answer([validated('warning')]) },
    ['Fix the warnings of the checks', 'Explain the pending changes'],
  ],
  [
    'no validation of what is valid',
    { files: [pending], answer: answer([validated('pass')]) },
    ['Explain the pending changes'],
  ],
  [
    'to validate what was edited after the checks',
    { files: [pending], answer: answer([validated('pass'), edited]) },
    ['Validate the chart', 'Explain the pending changes'],
  ],
  [
    'to the demo model only what it understands',
    { files: [pending, service, deployment], isDemo: true },
    ['Add an Ingress', 'Add a HorizontalPodAutoscaler'],
  ],
  [
    'to an operator what takes no new template',
    { files: [service, deployment], mayAddTemplates: false },
    ['Explain this chart'],
  ],
  [
    'nothing after an answer that was stopped',
    { files: [pending], answer: answer([], { cutShort: { by: 'person' } }) },
    [],
  ],
  [
    'what a model thought of after this very answer',
    { files: [pending], thought: { runId: 'run', questions: ['Scale it'] } },
    ['Scale it'],
  ],
  ['nothing while it thinks', { files: [pending], thought: { runId: 'run', questions: null } }, []],
  [
    'by rules what it thought of another answer, or nothing of',
    { files: [service], thought: { runId: 'earlier', questions: ['Scale it'] } },
    ['Add an Ingress', 'Explain this chart'],
  ],
  [
    'by rules where it had no idea',
    { files: [service], thought: { runId: 'run', questions: [] } },
    ['Add an Ingress', 'Explain this chart'],
  ],
  [
    'three at most',
    { files: [pending, service, deployment] },
    ['Validate the chart', 'Explain the pending changes', 'Add an Ingress'],
  ],
];

it.each(cases)('suggestFollowUps suggests %s', (_, state, expected) => {
  const { files = [], ...others } = state;
  const usual = { answer: answer([]), thought: null, isDemo: false, mayAddTemplates: true };
  expect(suggestFollowUps({ ...usual, files, templates: files.filter(isTemplate), ...others })).toEqual(expected);
});
