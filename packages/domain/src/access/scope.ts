import { AppError, type ToolEffect } from '@shipmate/core';

/** The effects that a scope of a family can name, from the weakest on. */
export const scopeEffects = ['read', 'write', 'destructive'] as const satisfies readonly ToolEffect[];

/**
 * The families of things that scopes are about, with the effects that calls and requests have on them. `runs` are conversations, runs,
 * proposals, remediations and schedules. `general` are tools without a family.
 */
const familyEffects: Readonly<Record<string, readonly ToolEffect[]>> = {
  chart: scopeEffects,
  cluster: scopeEffects,
  platform: scopeEffects,
  flow: ['read', 'write'],
  general: scopeEffects,
  runs: scopeEffects,
  patterns: ['read', 'write'],
  organization: ['read'],
};

/** What only a person does unless a scope allows it by name. */
export const personalScopes = [
  'accept_changes',
  'change_settings',
  'change_spend_limits',
  'decide_approvals',
  'delete_grants',
  'push_branches',
] as const;
export type PersonalScope = (typeof personalScopes)[number];

/** A right of a token: `read` for every read, `family:effect`, or the name of something that otherwise only a person does. */
export type Scope = 'read' | `${string}:${ToolEffect}` | PersonalScope;

/** The scopes of a token for which nobody chose any: every read, edits of charts that a person accepts, and runs of agents. */
export const defaultScopes: readonly Scope[] = ['read', 'chart:write', 'runs:write'];

/** Every scope that there is, given the families of tools that an application adds. */
export function listScopes(families: readonly string[] = []): readonly Scope[] {
  const added = families.map((family) => [family, scopeEffects] as const);
  const all = Object.entries({ ...Object.fromEntries(added), ...familyEffects });
  const ofFamilies = all.flatMap(([family, effects]) => effects.map((effect) => `${family}:${effect}` as const));
  return ['read', ...ofFamilies, ...personalScopes];
}

/**
 * Reads scopes, each once and in the order of {@link listScopes}.
 *
 * @throws AppError `VALIDATION_ERROR` for none, or for one that is unknown, with the known ones.
 */
export function parseScopes(texts: readonly string[], families: readonly string[] = []): readonly Scope[] {
  const known = listScopes(families);
  const unknown = texts.find((text) => !known.some((scope) => scope === text));
  if (unknown === undefined && texts.length > 0) return known.filter((scope) => texts.includes(scope));
  const problem = unknown === undefined ? 'Name at least one scope.' : `There is no scope "${unknown}".`;
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `${problem} Known scopes: ${known.join(', ')}.`,
    details: { field: 'scopes' },
  });
}

/** Whether some scopes cover one: they name it, or it is a read and they have every read. */
export function coversScope(scopes: readonly string[], scope: Scope): boolean {
  return scopes.includes(scope) || (scope.endsWith(':read') && scopes.includes('read'));
}
