import type { JsonValue } from '@shipmate/core';
import { conditionOperators } from '@shipmate/domain/workflow';
import type { EntityView } from '@shipmate/protocol/web/entities';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { toTypeWords } from '../rule-words.ts';
import { useProblemsAt, useRuleEditor } from './editor-context.ts';
import { inputLook, Problems } from './form-row.tsx';
import { formatValueText, parseNumberText } from './to-field-shape.ts';

type FieldType = EntityView['fields'][number]['type'];

interface Condition {
  readonly field_name: string;
  readonly operator: string;
  readonly value?: JsonValue;
  readonly previous_value?: JsonValue;
}

interface ConditionsFieldProps {
  readonly label: string;
  readonly path: string;
  readonly value: JsonValue | undefined;
  readonly onChange: (value: JsonValue | undefined) => void;
}

/** Conditions on the fields of the rule's entity. */
export function ConditionsField({ label, path, value, onChange }: ConditionsFieldProps) {
  const conditions = (Array.isArray(value) ? value : []) as readonly Condition[];
  const [keys, setKeys] = useState<readonly string[]>(() => conditions.map(() => crypto.randomUUID()));
  const store = (next: readonly Condition[]) => onChange(next.map((condition) => ({ ...condition })));
  const { entities, draft } = useRuleEditor();
  const fields = entities.find(({ name }) => name === draft.entity)?.fields ?? [];
  return (
    <fieldset className="space-y-2">
      <legend className="font-medium">{label}</legend>
      {conditions.map((condition, index) => (
        <ConditionRow
          key={keys[index]}
          number={index + 1}
          path={`${path}[${index}]`}
          condition={condition}
          fields={fields}
          onChange={(next) => store(conditions.with(index, next))}
          onRemove={() => {
            setKeys(keys.toSpliced(index, 1));
            store(conditions.toSpliced(index, 1));
          }}
        />
      ))}
      <Button
        icon={<Plus aria-hidden />}
        onClick={() => {
          setKeys([...keys, crypto.randomUUID()]);
          store([...conditions, { field_name: fields[0]?.name ?? '', operator: 'equals' }]);
        }}
      >
        Add condition
      </Button>
      <Problems problems={useProblemsAt(path)} />
    </fieldset>
  );
}

interface ConditionRowProps {
  readonly number: number;
  readonly path: string;
  readonly condition: Condition;
  readonly fields: EntityView['fields'];
  readonly onChange: (condition: Condition) => void;
  readonly onRemove: () => void;
}

function ConditionRow({ number, path, condition, fields, onChange, onRemove }: ConditionRowProps) {
  const { draft, problems } = useRuleEditor();
  const { field_name: name, operator } = condition;
  const type = fields.find((field) => field.name === name)?.type ?? 'text';
  const names = fields.map((field) => field.name);
  const own = problems.filter((problem) => problem.path.startsWith(path));
  const operators = operatorsOf(type, draft.trigger === 'on_update');
  const hasValue = operator !== 'is_null' && operator !== 'is_not_null';
  return (
    <div role="group" aria-label={`Condition ${number}`} className="space-y-1">
      <div className="flex flex-wrap items-center gap-2">
        <select
          aria-label={`Field of condition ${number}`}
          className={`${inputLook} flex-1 basis-32`}
          value={name}
          onChange={({ target }) => onChange({ ...condition, field_name: target.value })}
        >
          {[...new Set([name, ...names])].map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
        <select
          aria-label={`Operator of condition ${number}`}
          className={`${inputLook} flex-1 basis-28`}
          value={operator}
          onChange={({ target }) => onChange(toOperator(condition, target.value))}
        >
          {[...new Set([operator, ...operators])].map((option) => (
            <option key={option} value={option}>
              {toTypeWords(option)}
            </option>
          ))}
        </select>
        {hasValue && (
          <ConditionValue
            key={`${type} ${operator === 'in'}`}
            label={`Value of condition ${number}`}
            type={type}
            isList={operator === 'in'}
            value={operator === 'changed_from' ? (condition.previous_value ?? condition.value) : condition.value}
            onChange={(next) => onChange(withValue(condition, next))}
          />
        )}
        <IconButton label={`Remove condition ${number}`} onClick={onRemove}>
          <X />
        </IconButton>
      </div>
      <Problems problems={own} />
    </div>
  );
}

interface ConditionValueProps {
  readonly label: string;
  readonly type: FieldType;
  /** True for several values, separated by commas. */
  readonly isList: boolean;
  readonly value: JsonValue | undefined;
  readonly onChange: (value: JsonValue) => void;
}

function ConditionValue({ label, type, isList, value, onChange }: ConditionValueProps) {
  const [text, setText] = useState(() =>
    Array.isArray(value) ? value.map((each) => formatScalar(each as JsonValue)).join(', ') : formatScalar(value),
  );
  if (type === 'boolean' && !isList) {
    return (
      <select
        aria-label={label}
        className={`${inputLook} flex-1 basis-28`}
        value={formatScalar(value)}
        onChange={({ target }) => onChange(target.value === 'true')}
      >
        {value === undefined && <option value="">Select…</option>}
        <option>true</option>
        <option>false</option>
      </select>
    );
  }
  const parse = type === 'integer' || type === 'number' ? parseNumberText : (entered: string) => entered;
  return (
    <input
      aria-label={label}
      autoComplete="off"
      inputMode={type === 'integer' || type === 'number' ? 'decimal' : undefined}
      placeholder={isList ? 'one, two' : undefined}
      className={`${inputLook} flex-1 basis-28`}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        onChange(isList ? target.value.split(',').map((each) => parse(each.trim())) : parse(target.value));
      }}
    />
  );
}

function formatScalar(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : formatValueText(value);
}

const ordered: ReadonlySet<FieldType> = new Set(['integer', 'number', 'timestamp']);

/** Returns the operators for fields of a type; those on changes only for updates. */
function operatorsOf(type: FieldType, isUpdate: boolean): readonly string[] {
  return conditionOperators.filter((operator) => {
    switch (operator) {
      case 'changed_from':
      case 'changed_to':
        return isUpdate;
      case 'greater_than':
      case 'less_than':
        return ordered.has(type);
      case 'contains':
        return type === 'text' || type === 'json';
      case 'in':
        return type !== 'json' && type !== 'boolean';
      default:
        return true;
    }
  });
}

function toOperator({ field_name, value, previous_value }: Condition, operator: string): Condition {
  const next = { field_name, operator };
  if (operator === 'is_null' || operator === 'is_not_null') return next;
  const kept = previous_value ?? value;
  if (kept === undefined) return next;
  if (operator === 'in') return { ...next, value: Array.isArray(kept) ? kept : [kept] };
  return withValue(next, Array.isArray(kept) ? ((kept[0] ?? '') as JsonValue) : kept);
}

function withValue({ field_name, operator }: Condition, value: JsonValue): Condition {
  return operator === 'changed_from'
    ? { field_name, operator, previous_value: value }
    : { field_name, operator, value };
}
