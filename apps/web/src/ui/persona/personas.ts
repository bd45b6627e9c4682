import type { Persona } from './use-persona-choice.ts';

/** The personas with their scopes of changes. */
export const personas: readonly { readonly id: Persona; readonly label: string; readonly reach: string }[] = [
  { id: 'developer', label: 'Developer', reach: 'changes every file' },
  { id: 'operator', label: 'Operator', reach: 'changes values files only' },
];
