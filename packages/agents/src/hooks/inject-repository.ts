import type { LoopHooks } from '@shipmate/core';
import type { ClientContext } from '@shipmate/domain/conversation';

/** Tools with the fields `owner` and `repo`. */
const toolsWithOwner: ReadonlySet<string> = new Set(['createDiagram', 'queryFileTree', 'compareDiagrams']);

/** Adds the repository of the client's page to calls of tools for diagrams that name none. A named repository is kept. */
export function injectRepository(context: ClientContext | null | undefined): LoopHooks {
  const { owner, repo } = context ?? {};
  if (typeof owner !== 'string' || typeof repo !== 'string' || owner === '' || repo === '') return {};
  return {
    beforeToolCall({ call: { name, input } }) {
      const given = isObject(input) ? input : {};
      if (toolsWithOwner.has(name)) {
        return isMissing(given['owner']) && isMissing(given['repo']) ? { input: { ...given, owner, repo } } : undefined;
      }
      const named = `${owner}/${repo}`;
      if (name === 'openFileRange' && isMissing(given['repo'])) return { input: { ...given, repo: named } };
      if (name !== 'searchCodebase') return undefined;
      const filters = isObject(given['filters']) ? given['filters'] : {};
      return isMissing(filters['repo']) ? { input: { ...given, filters: { ...filters, repo: named } } } : undefined;
    },
  };
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
