/** As whom a person has an agent work: a `developer` changes everything, an `operator` the values files of charts only. */
export const personas = ['developer', 'operator'] as const;
export type Persona = (typeof personas)[number];
