import type { RuleDefinitionView } from '@shipmate/protocol/web/rules';
import { Plus, Trash2, X } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { toTypeWords } from '../rule-words.ts';
import {
  changeAction,
  changeEdge,
  connect,
  disconnect,
  type DraftAction,
  type DraftEdge,
  type PortsOf,
  removeAction,
} from './edit-draft.ts';
import { useProblemsAt, useRuleEditor } from './editor-context.ts';
import { FormRow, inputLook, Problems } from './form-row.tsx';
import { ObjectFields } from './schema-field.tsx';
import { type FieldSchema, toFieldShape } from './to-field-shape.ts';

interface ActionFormProps {
  readonly action: DraftAction;
  readonly portsOf: PortsOf;
  readonly onChange: (draft: RuleDefinitionView) => void;
}

/** The settings of an action, and the connections that leave it. */
export function ActionForm({ action, portsOf, onChange }: ActionFormProps) {
  const { draft, vocabulary } = useRuleEditor();
  const path = `actions[${draft.actions.indexOf(action)}]`;
  const type = vocabulary.actionTypes.find((each) => each.type === action.type);
  const schema = (type?.schema ?? {}) as FieldSchema;
  const shape = toFieldShape(schema);
  const change = (values: Partial<DraftAction>) => onChange(changeAction(draft, action.id, values));
  return (
    <div className="border-line bg-surface mx-1 space-y-4 rounded-b-md border border-t-0 px-3 py-3 text-xs">
      {type && <p className="text-muted">{type.description}</p>}
      <Problems problems={useProblemsAt(path)} />
      <div className="grid gap-3 sm:grid-cols-2">
        <FormRow label="Name" path={`${path}.name`} isRequired>
          {(control) => (
            <input
              {...control}
              autoComplete="off"
              className={inputLook}
              value={action.name}
              onChange={({ target }) => change({ name: target.value })}
            />
          )}
        </FormRow>
        <FormRow label="Action" path={`${path}.action_type`} isRequired>
          {(control) => (
            <select
              {...control}
              className={inputLook}
              value={action.type}
              onChange={({ target }) => change({ type: target.value, config: {} })}
            >
              {vocabulary.actionTypes.map((each) => (
                <option key={each.type} value={each.type}>
                  {toTypeWords(each.type)}
                </option>
              ))}
            </select>
          )}
        </FormRow>
      </div>
      <label className="flex items-center gap-2 font-medium">
        <input
          type="checkbox"
          checked={action.isActive}
          onChange={({ target }) => change({ isActive: target.checked })}
        />
        Active
      </label>
      {shape.kind === 'group' && (
        <ObjectFields
          key={action.type}
          fields={shape.fields}
          value={action.config}
          path={`${path}.action_config`}
          required={schema.required ?? []}
          onChange={(config) => change({ config: (config ?? {}) as DraftAction['config'] })}
        />
      )}
      <Problems problems={useProblemsAt(`${path}.action_config`)} />
      <Connections source={action.id} ports={portsOf(action.type)} onChange={onChange} />
      <Button icon={<Trash2 aria-hidden />} onClick={() => onChange(removeAction(draft, action.id))}>
        Remove action
      </Button>
    </div>
  );
}

interface ConnectionsProps {
  /** Null for the start of the rule. */
  readonly source: string | null;
  /** Empty for the start. */
  readonly ports: readonly string[];
  readonly onChange: (draft: RuleDefinitionView) => void;
}

/** The connections that leave an action or the start: output and next action, each to change or remove. */
export function Connections({ source, ports, onChange }: ConnectionsProps) {
  const { draft, problems } = useRuleEditor();
  const targets = draft.actions.filter(({ id }) => id !== source);
  const free = targets.find(({ id }) => !draft.edges.some((edge) => edge.source === source && edge.target === id));
  return (
    <fieldset className="space-y-2">
      <legend className="font-medium">{source === null ? 'First action' : 'Next actions'}</legend>
      {draft.edges.flatMap((edge, index) =>
        edge.source === source
          ? [
              <ConnectionRow key={`${edge.target} ${edge.output}`} {...{ edge, ports, targets, onChange }} />,
              <Problems
                key={`problems ${index}`}
                problems={problems.filter(({ path }) => path.startsWith(`edges[${index}]`))}
              />,
            ]
          : [],
      )}
      {free && (
        <Button
          icon={<Plus aria-hidden />}
          onClick={() => onChange(connect(draft, { source, target: free.id, output: ports[0] ?? null }))}
        >
          Add connection
        </Button>
      )}
    </fieldset>
  );
}

interface ConnectionRowProps extends Pick<ConnectionsProps, 'ports' | 'onChange'> {
  readonly edge: DraftEdge;
  readonly targets: readonly DraftAction[];
}

function ConnectionRow({ edge, ports, targets, onChange }: ConnectionRowProps) {
  const { draft } = useRuleEditor();
  const target = targets.find(({ id }) => id === edge.target)?.name ?? '';
  return (
    <div className="flex flex-wrap items-center gap-2">
      {ports.length > 0 && (
        <select
          aria-label={`Output to ${target}`}
          className={`${inputLook} flex-1 basis-28`}
          value={edge.output ?? ''}
          onChange={(event) => onChange(changeEdge(draft, edge, { output: event.target.value || null }))}
        >
          <option value="">Always</option>
          {[...new Set([...ports, ...(edge.output === null ? [] : [edge.output])])].map((port) => (
            <option key={port} value={port}>
              {toTypeWords(port)}
            </option>
          ))}
        </select>
      )}
      <select
        aria-label={`Next action at ${edge.output ?? 'every output'}`}
        className={`${inputLook} flex-1 basis-40`}
        value={edge.target}
        onChange={(event) => onChange(changeEdge(draft, edge, { target: event.target.value }))}
      >
        {targets.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <IconButton label={`Disconnect ${target}`} onClick={() => onChange(disconnect(draft, edge))}>
        <X />
      </IconButton>
    </div>
  );
}
