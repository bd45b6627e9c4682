import type { BoundTool, Principal, ToolEffect } from '@shipmate/core';
import { scopesOf } from './require-scope.ts';
import { coversScope, type Scope } from './scope.ts';

/** The properties of a tool that decide about access. */
export type ToolReach = Pick<BoundTool, 'category' | 'writesTo' | 'openWorld'>;

/**
 * Families whose changes act outside this installation, or act later without a person, as automation rules do. Each change needs a
 * person's approval or a scope that covers it.
 */
const guardedFamilies: ReadonlySet<string> = new Set(['cluster', 'operations', 'workflow']);

/** Returns the scope that covers a tool's calls with an effect. */
export function toCallScope({ category, writesTo = category }: ToolReach, effect: ToolEffect): Scope {
  return effect === 'read' ? `${category}:read` : `${writesTo}:${effect}`;
}

/**
 * Checks whether a call without a covering scope may wait for approval: it changes a cluster, the platform or an automation rule,
 * or cannot be undone. Any other call outside the scopes is refused.
 */
export function isAskable({ category, writesTo = category }: ToolReach, effect: ToolEffect): boolean {
  return effect === 'destructive' || (effect === 'write' && guardedFamilies.has(writesTo));
}

/**
 * Checks whether a standing grant can cover a call: it writes, within this installation. A change of a
 * cluster, the platform, an automation rule or any other system needs an approval each time.
 */
export function isGrantable({ category, writesTo = category, openWorld }: ToolReach, effect: ToolEffect): boolean {
  return effect === 'write' && !openWorld && !guardedFamilies.has(writesTo) && !guardedFamilies.has(category);
}

/**
 * The decision about a call by the scopes of its caller alone: execute it, request an approval first, or
 * treat the tool as not found.
 */
export type CallAccess = 'allowed' | 'ask' | 'outside';

/**
 * Decides about a tool's call by the caller's scopes. A session has the default ones: it approves calls one
 * by one.
 */
export function accessToCall(principal: Principal, tool: ToolReach, effect: ToolEffect): CallAccess {
  const scopes = scopesOf(principal);
  if (coversScope(scopes, toCallScope(tool, effect))) return 'allowed';
  // Only a run can request an approval, for a tool whose family the caller can see.
  const mayAsk = coversScope(scopes, 'runs:write') && coversScope(scopes, `${tool.category}:read`);
  return mayAsk && isAskable(tool, effect) ? 'ask' : 'outside';
}

/** Checks whether a principal may make any of a tool's calls. */
export function isToolVisible(
  principal: Principal,
  tool: ToolReach & Pick<BoundTool, 'worstEffect' | 'mayRead'>,
): boolean {
  const { worstEffect, mayRead = worstEffect === 'read' } = tool;
  const effects: readonly ToolEffect[] =
    mayRead && worstEffect !== 'read' ? ['read', 'write', worstEffect] : [worstEffect];
  return effects.some((effect) => accessToCall(principal, tool, effect) !== 'outside');
}

/**
 * Lists the scopes of a run's own calls: its profile and its approvals decide about the rest. A change
 * of a guarded family needs an approval.
 */
export function listRunScopes(families: readonly string[]): readonly Scope[] {
  const inside = [...new Set(families)].filter((family) => !guardedFamilies.has(family));
  return ['read', 'runs:write', ...inside.map((family) => `${family}:write` as const)];
}
