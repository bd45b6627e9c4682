import { AppError, type ToolEffect } from '@shipmate/core';

/** The effects that a scope of a family can name, from the weakest to the strongest. */
export const scopeEffects = ['read', 'write', 'destructive'] as const satisfies readonly ToolEffect[];

/**
 * The families of scopes, with the effects of their calls and requests. `runs` are conversations, runs,
 * proposals, remediations and schedules. `general` are tools without a family.
 */
const familyEffects: Readonly<Record<string, readonly ToolEffect[]>> = {
  chart: scopeEffects,
  workflow: ['read', 'write'],
  tables: ['read'],
  diagram: ['read'],
  code: ['read', 'write'],
  cluster: scopeEffects,
  operations: scopeEffects,
  flow: ['read', 'write'],
  general: scopeEffects,
  runs: scopeEffects,
  patterns: ['read', 'write'],
  organization: ['read'],
};

/** Actions that only a person may do unless a scope allows them by name. */
export const personalScopes = [
  'accept_changes',
  'change_mcp_servers',
  'change_settings',
  'change_spend_limits',
  'decide_approvals',
  'delete_grants',
  'push_branches',
] as const;
export type PersonalScope = (typeof personalScopes)[number];

/** A right of a token: `read` for every read, `family:effect`, or the name of a personal action. */
export type Scope = 'read' | `${string}:${ToolEffect}` | PersonalScope;

/** The default scopes of a token: every read, edits of charts that a person accepts, and runs of agents. */
export const defaultScopes: readonly Scope[] = ['read', 'chart:write', 'runs:write'];

/** Lists all scopes, including those of the tool families that an application adds. */
export function listScopes(families: readonly string[] = []): readonly Scope[] {
  const added = families.map((family) => [family, scopeEffects] as const);
  const all = Object.entries({ ...Object.fromEntries(added), ...familyEffects });
  const ofFamilies = all.flatMap(([family, effects]) => effects.map((effect) => `${family}:${effect}` as const));
  return ['read', ...ofFamilies, ...personalScopes];
}

/**
 * Parses scopes, each once and in the order of {@link listScopes}.
 *
 * @throws AppError `VALIDATION_ERROR` for no scope, or for an unknown one, with the known ones.
 */
export function parseScopes(texts: readonly string[], families: readonly string[] = []): readonly Scope[] {
  const known = listScopes(families);
  const unknown = texts.find((text) => !known.some((scope) => scope === text));
  if (unknown === undefined && texts.length > 0) return known.filter((scope) => texts.includes(scope));
  const problem = unknown === undefined ? 'Name at least one scope.' : `Scope "${unknown}" not found.`;
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `${problem} Known scopes: ${known.join(', ')}.`,
    details: { field: 'scopes' },
  });
}

/** Checks whether scopes cover one: they name it, or it is a read and they include every read. */
export function coversScope(scopes: readonly string[], scope: Scope): boolean {
  return scopes.includes(scope) || (scope.endsWith(':read') && scopes.includes('read'));
}
