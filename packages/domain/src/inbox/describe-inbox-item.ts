import type { JsonValue } from '@shipmate/core';
import { describeManager } from '../cluster/object/managed-by.ts';
import type { PlannedChange } from '../remediation/remediation.ts';
import type { RiskLevel } from '../remediation/risk/risk-level.ts';
import { describeOrigin, type ValueOrigin } from '../untrusted/value-origin.ts';
import type { InboxItem, InboxSubject } from './inbox-item.ts';

/** Decisions that can be made without opening an item. */
export const inboxDecisions = ['approve', 'reject'] as const;
export type InboxDecision = (typeof inboxDecisions)[number];

/** An inbox item in words. */
export interface InboxDescription {
  readonly title: string;
  /** The effect of approving it, a line each. */
  readonly effects: readonly string[];
  /** Unified diffs under headings, or the exact text that is executed; null when there is none. */
  readonly preview: string | null;
  /** The computed risk; null when nothing was computed. */
  readonly risk: RiskLevel | null;
  /** Empty when the item has to be opened to answer it. */
  readonly decisions: readonly InboxDecision[];
}

/** The longest preview, in characters. An item with a longer one has to be opened before it is approved. */
const maxPreview = 20_000;
const maxTitle = 200;
const maxEffects = 50;

/** Describes an item for a person. */
export function describeInboxItem({ subject }: Pick<InboxItem, 'subject'>): InboxDescription {
  const { title, effects, preview, risk, decisions } = describeSubject(subject);
  const isComplete = (preview ?? '').length <= maxPreview && effects.length <= maxEffects;
  return {
    title: title.length > maxTitle ? `${title.slice(0, maxTitle - 1)}…` : title,
    effects: effects.slice(0, maxEffects),
    preview: preview?.slice(0, maxPreview) ?? null,
    risk,
    decisions: isComplete ? decisions : decisions.filter((decision) => decision !== 'approve'),
  };
}

function describeSubject(subject: InboxSubject): InboxDescription {
  switch (subject.kind) {
    case 'approval':
      return {
        title: `Call ${subject.tool}${toTarget(subject.input)}`,
        effects: [effectWords[subject.effect], ...subject.origins.map(toWarning)],
        preview: subject.preview ?? JSON.stringify(subject.input, null, 2),
        risk: effectRisks[subject.effect],
        decisions: inboxDecisions,
      };
    case 'remediation':
      return describeRemediation(subject);
    case 'plan': {
      const open = subject.actions.filter(({ isDone }) => !isDone);
      return {
        title: `Apply plan: ${subject.summary}`,
        effects: open.map(
          ({ action, path, newPath, why }) => `${action} ${path}${newPath ? ` to ${newPath}` : ''}: ${why}`,
        ),
        preview: null,
        risk: open.some(({ action }) => action === 'delete') ? 'medium' : 'low',
        decisions: inboxDecisions,
      };
    }
    case 'proposal':
      return describeProposal(subject);
    case 'rule_preview':
      return {
        title: `${subject.isNew ? 'Create' : 'Change'} rule "${subject.definition.name}"`,
        effects: [
          subject.description,
          `${subject.definition.trigger} of ${subject.definition.entity}`,
          ...subject.definition.actions.map(({ name, type }) => `${name} (${type})`),
        ].filter((line) => line !== ''),
        preview: JSON.stringify(subject.definition, null, 2),
        risk: null,
        decisions: inboxDecisions,
      };
    case 'rule_approval':
      return describeRuleApproval(subject);
    case 'unknown_call':
      return {
        title: `Unknown outcome of ${subject.tool}${toTarget(subject.input)}`,
        effects: ['The call was interrupted. Check if it took effect, then answer in its conversation.'],
        preview: JSON.stringify(subject.input, null, 2),
        risk: effectRisks[subject.effect],
        decisions: [],
      };
  }
}

const effectWords = {
  read: 'Reads only.',
  write: 'Changes data.',
  destructive: 'Cannot be undone.',
} as const;
const effectRisks = { read: 'low', write: 'medium', destructive: 'high' } as const;

/** Approval executes the actions on objects that no repository manages. */
function describeRemediation({ issue, plan }: Extract<InboxSubject, { kind: 'remediation' }>): InboxDescription {
  const executed = plan.actions.filter(({ managedBy }) => managedBy === null);
  return {
    title: `Fix: ${issue}`,
    effects: [`Changes cluster "${plan.context}".`, ...plan.actions.flatMap(describeAction)],
    preview: joinTexts(executed.map(({ difference }) => difference)),
    risk: plan.risk,
    decisions: executed.length > 0 ? inboxDecisions : ['reject'],
  };
}

function describeAction({
  change,
  object,
  description,
  managedBy,
  purpose = [],
  origins = [],
}: PlannedChange): readonly string[] {
  const action = `${change.verb} ${object}: ${description}`;
  if (managedBy !== null) return [`Not executed, because ${describeManager(managedBy)} makes the object: ${action}`];
  return [
    action,
    ...(purpose.length > 0 ? [`Changes on purpose: ${purpose.join(', ')} of ${object}.`] : []),
    ...origins.map(toWarning),
  ];
}

function describeProposal(subject: Extract<InboxSubject, { kind: 'proposal' }>): InboxDescription {
  const { flow, intent, status, operation, command, solutions, manifests, context, namespace } = subject;
  const isReady = status === 'ready';
  if (flow === 'build-platform') {
    return {
      title: isReady ? `Run operation: ${intent}` : `Answer questions: ${intent}`,
      effects: operation === null ? [] : [operation],
      preview: command?.map(quote).join(' ') ?? null,
      risk: null,
      decisions: isReady && command !== null ? inboxDecisions : ['reject'],
    };
  }
  return {
    title: isReady ? `Apply manifests: ${intent}` : `Choose a solution: ${intent}`,
    effects: isReady
      ? [`Applies to namespace "${namespace}" of ${context === null ? 'the current cluster' : `cluster "${context}"`}.`]
      : solutions,
    preview: manifests,
    risk: null,
    decisions: isReady && manifests !== null ? inboxDecisions : ['reject'],
  };
}

/** Shows the row and the fields that the rule's author chose, or the call that the rule makes. */
function describeRuleApproval(subject: Extract<InboxSubject, { kind: 'rule_approval' }>): InboxDescription {
  const { ruleName, actionName, actionType, entity, entityKey, row } = subject;
  const input = toFields(subject.input);
  const cause = `Rule "${ruleName}", for row ${entityKey} of ${entity}.`;
  if (actionType !== 'seek_approval') {
    const { tool, input: toolInput = null } = input;
    const called = typeof tool === 'string' ? tool : actionType;
    return {
      title: `Call ${called}${toTarget(toolInput)} for rule "${ruleName}"`,
      effects: [cause, 'The tool runs under your rights.'],
      preview: JSON.stringify(toolInput, null, 2),
      risk: 'high',
      decisions: inboxDecisions,
    };
  }
  const { approval_message: message, approval_type: type, display_fields: fields } = input;
  const shown = Array.isArray(fields) ? fields.filter((field) => typeof field === 'string') : [];
  return {
    title: `Approve "${actionName}" of rule "${ruleName}"`,
    effects: [
      ...(typeof message === 'string' ? [message] : []),
      cause,
      ...(type === 'all' ? ['All approvers have to approve.'] : []),
      ...(type === 'majority' ? ['Most approvers have to approve.'] : []),
    ],
    preview: shown.length === 0 ? null : shown.map((field) => toLine(row, field)).join('\n'),
    risk: null,
    decisions: inboxDecisions,
  };
}

/** Shows a field of the row; the text itself if it is none, because it can be a rendered template. */
function toLine(row: Readonly<Record<string, JsonValue>>, field: string): string {
  const value = Object.hasOwn(row, field) ? row[field] : undefined;
  if (value === undefined) return field;
  return `${field}: ${typeof value === 'string' ? value : JSON.stringify(value)}`;
}

/** Names a value that the person did not write. */
function toWarning({ value, field, ...origin }: ValueOrigin): string {
  const place = field === '' ? '' : ` in ${field}`;
  return `"${value.slice(0, 200)}"${place}: ${describeOrigin(origin)}; you did not write it.`;
}

const targetFields = ['resource', 'path', 'filePath', 'from', 'name', 'branch', 'chartName', 'command'] as const;

/** Returns the object of a call, as far as its input names one: ` on deployment/web`. */
function toTarget(input: JsonValue): string {
  const fields = toFields(input);
  const named = targetFields.map((name) => fields[name]).find((value) => typeof value === 'string' && value !== '');
  return typeof named === 'string' ? ` on ${named.slice(0, 120)}` : '';
}

function toFields(input: JsonValue): Readonly<Record<string, JsonValue>> {
  return typeof input === 'object' && input !== null && !Array.isArray(input)
    ? (input as Readonly<Record<string, JsonValue>>)
    : {};
}

/** Returns a word of a command unchanged, or in quotes when it contains special characters. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word);
}

function joinTexts(texts: readonly string[]): string | null {
  const present = texts.filter((text) => text !== '');
  return present.length === 0 ? null : present.join('\n');
}
