/** Names of triggers, in the order in which they are listed. */
export const triggerNames = ['on_create', 'on_update', 'on_delete', 'manual', 'scheduled'] as const;
export type TriggerName = (typeof triggerNames)[number];

/** An event that starts a rule. */
export interface TriggerType {
  /** A fixed UUID, for clients that refer to triggers by id. */
  readonly id: string;
  readonly name: TriggerName;
  readonly description: string;
}

/** All triggers. */
export const triggerTypes: readonly TriggerType[] = [
  {
    id: '0192f0a0-0000-7000-8000-000000000001',
    name: 'on_create',
    description: 'A row of the entity is created.',
  },
  {
    id: '0192f0a0-0000-7000-8000-000000000002',
    name: 'on_update',
    description: 'A row of the entity changes. An update that changes no field starts nothing.',
  },
  {
    id: '0192f0a0-0000-7000-8000-000000000003',
    name: 'on_delete',
    description: 'A row of the entity is deleted.',
  },
  {
    id: '0192f0a0-0000-7000-8000-000000000004',
    name: 'manual',
    description: 'A person or a program starts the rule, for one row or with values.',
  },
  {
    id: '0192f0a0-0000-7000-8000-000000000005',
    name: 'scheduled',
    description:
      'The rule starts at the times of a cron expression, without a row. Times that were missed start it once.',
  },
];

/** Finds a trigger by name or id. */
export function findTrigger(nameOrId: string): TriggerType | undefined {
  return triggerTypes.find(({ id, name }) => id === nameOrId || name === nameOrId);
}
