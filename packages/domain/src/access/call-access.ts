import type { BoundTool, Principal, ToolEffect } from '@shipmate/core';
import { scopesOf } from './require-scope.ts';
import { coversScope, type Scope } from './scope.ts';

/** The parts of a tool that decide about access. */
export type ToolReach = Pick<BoundTool, 'category' | 'writesTo' | 'openWorld'>;

/** Families outside this installation: every change of theirs needs a person or a scope that covers it. */
const outsideFamilies: ReadonlySet<string> = new Set(['cluster', 'platform']);

/** The scope that covers the calls of a tool that have an effect. */
export function toCallScope({ category, writesTo = category }: ToolReach, effect: ToolEffect): Scope {
  return effect === 'read' ? `${category}:read` : `${writesTo}:${effect}`;
}

/**
 * Whether a person is asked about a call that no scope covers: it changes a cluster or the platform, or cannot be undone. Any other
 * call outside the scopes is refused.
 */
export function isAskable({ category, writesTo = category }: ToolReach, effect: ToolEffect): boolean {
  return effect === 'destructive' || (effect === 'write' && outsideFamilies.has(writesTo));
}

/**
 * Whether a standing grant can cover a call: it writes, within this installation. What changes a cluster, the platform or any other
 * system is asked about each time.
 */
export function isGrantable({ category, writesTo = category, openWorld }: ToolReach, effect: ToolEffect): boolean {
  return effect === 'write' && !openWorld && !outsideFamilies.has(writesTo) && !outsideFamilies.has(category);
}

/** The decision about a call by the scopes of its caller alone: make it, ask a person first, or treat the tool as not there. */
export type CallAccess = 'allowed' | 'ask' | 'outside';

/** Decides about a call of a tool by the caller's scopes. A session has the default ones: it approves calls, one by one. */
export function accessToCall(principal: Principal, tool: ToolReach, effect: ToolEffect): CallAccess {
  const scopes = scopesOf(principal);
  if (coversScope(scopes, toCallScope(tool, effect))) return 'allowed';
  // A call that is asked about is made by a run, of a tool whose family the caller can see.
  const mayAsk = coversScope(scopes, 'runs:write') && coversScope(scopes, `${tool.category}:read`);
  return mayAsk && isAskable(tool, effect) ? 'ask' : 'outside';
}

/** Whether any call of a tool is within reach of a principal. */
export function isToolVisible(
  principal: Principal,
  tool: ToolReach & Pick<BoundTool, 'worstEffect' | 'mayRead'>,
): boolean {
  const { worstEffect, mayRead = worstEffect === 'read' } = tool;
  const effects: readonly ToolEffect[] =
    mayRead && worstEffect !== 'read' ? ['read', 'write', worstEffect] : [worstEffect];
  return effects.some((effect) => accessToCall(principal, tool, effect) !== 'outside');
}

/** The scopes of a run's own calls: its profile and its approvals decide about the rest. A change outside this installation needs an approval. */
export function listRunScopes(families: readonly string[]): readonly Scope[] {
  const inside = [...new Set(families)].filter((family) => !outsideFamilies.has(family));
  return ['read', 'runs:write', ...inside.map((family) => `${family}:write` as const)];
}
