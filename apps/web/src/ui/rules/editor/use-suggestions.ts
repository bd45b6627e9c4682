import { useRuleEditor } from './editor-context.ts';

/** Values to choose from, with their labels. */
type Suggestions = readonly (readonly [value: string, label: string])[];

const entityNames: ReadonlySet<string> = new Set(['entity', 'target_entity', 'entity_name']);
const memberNames: ReadonlySet<string> = new Set(['users', 'approvers', 'recipients', 'escalation_user_id']);
const fieldNames: ReadonlySet<string> = new Set(['field', 'fields', 'target_field', 'status_field', 'display_fields']);

/** Returns the values that a field of this name refers to; empty for free text. `path` locates the field in the payload. */
export function useSuggestions(name: string, path: string): Suggestions {
  const { entities, vocabulary, draft } = useRuleEditor();
  const config = draft.actions[Number(/^actions\[(\d+)\]/.exec(path)?.[1] ?? -1)];
  if (entityNames.has(name)) return entities.map((entity) => [entity.name, entity.name]);
  if (name === 'roles') return vocabulary.roles.map((role) => [role, role]);
  // Emails are addresses, not members.
  if (memberNames.has(name) && config?.type !== 'send_email')
    return vocabulary.members.map(({ id, name: label }) => [id, label]);
  if (!fieldNames.has(name)) return [];
  const target = config?.config['target_entity'] ?? config?.config['entity'] ?? draft.entity;
  const entity = entities.find((each) => each.name === target);
  return entity?.fields.map((field) => [field.name, field.name]) ?? [];
}
