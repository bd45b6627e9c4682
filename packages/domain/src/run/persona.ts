/**
 * Roles of an agent on behalf of a person: a `developer` changes everything, an `operator` only the values
 * files of charts.
 */
export const personas = ['developer', 'operator'] as const;
export type Persona = (typeof personas)[number];
