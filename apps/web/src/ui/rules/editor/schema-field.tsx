import type { JsonValue } from '@shipmate/core';
import { Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { toTypeWords } from '../rule-words.ts';
import { ConditionsField } from './conditions-field.tsx';
import { useProblemsAt } from './editor-context.ts';
import { FormRow, inputLook, Problems } from './form-row.tsx';
import { TextInput } from './text-input.tsx';
import {
  type FieldSchema,
  formatText,
  formatValueText,
  parseNumberText,
  parseValueText,
  toFieldShape,
} from './to-field-shape.ts';
import { useSuggestions } from './use-suggestions.ts';

type JsonObject = Readonly<Record<string, JsonValue>>;

interface SchemaFieldProps {
  /** Name of the value in its object. */
  readonly name: string;
  /** Default: the name in words. */
  readonly label?: string;
  readonly schema: FieldSchema;
  /** Undefined while it is not set. */
  readonly value: JsonValue | undefined;
  /** Location of the value in the payload of the rule. */
  readonly path: string;
  readonly isRequired?: boolean;
  /** `undefined` removes the value. */
  readonly onChange: (value: JsonValue | undefined) => void;
}

/** A field for a value, in the form that its schema suggests. */
export function SchemaField(props: SchemaFieldProps) {
  const { name, schema, value, path, isRequired = false, onChange } = props;
  const label = props.label ?? toLabel(name);
  const shape = toFieldShape(schema, value);
  const row = { label, path, isRequired, help: schema.description };
  switch (shape.kind) {
    case 'choice':
      return (
        <FormRow {...row}>
          {(control) => (
            <select
              {...control}
              className={inputLook}
              value={formatText(value ?? schema.default)}
              onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
            >
              <option value="">Select…</option>
              {shape.options.map((option) => (
                <option key={option} value={option}>
                  {toTypeWords(option)}
                </option>
              ))}
            </select>
          )}
        </FormRow>
      );
    case 'switch':
      return (
        <label className="flex items-center gap-2 font-medium">
          <input
            type="checkbox"
            checked={(value ?? schema.default) === true}
            onChange={({ target }) => onChange(target.checked)}
          />
          {label}
        </label>
      );
    case 'choices':
      return <Choices label={label} path={path} options={shape.options} {...{ value, onChange }} />;
    case 'list':
      return <ListField {...props} label={label} items={shape.items} />;
    case 'conditions':
      return <ConditionsField label={label} path={path} value={value} onChange={onChange} />;
    case 'group':
      return <GroupField {...props} label={label} fields={shape.fields} />;
    case 'map':
      return <MapField {...props} label={label} />;
    case 'number':
      return <TextInput {...row} {...{ name, value, onChange }} parse={parseNumberText} inputMode="decimal" />;
    case 'value':
      return <TextInput {...row} {...{ name, value, onChange }} parse={parseValueText} />;
    case 'text':
      return <TextInput {...row} {...{ name, value, onChange }} parse={(text) => text} isLong={shape.isLong} />;
  }
}

interface ChoicesProps extends Pick<SchemaFieldProps, 'value' | 'path' | 'onChange'> {
  readonly label: string;
  readonly options: readonly string[];
}

/** Several values of a few. */
function Choices({ label, path, options, value, onChange }: ChoicesProps) {
  const chosen = toList(value);
  return (
    <fieldset className="space-y-1">
      <legend className="font-medium">{label}</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {options.map((option) => (
          <label key={option} className="flex items-center gap-1.5">
            <input
              type="checkbox"
              checked={chosen.includes(option)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, option] : chosen.filter((each) => each !== option))
              }
            />
            {toTypeWords(option)}
          </label>
        ))}
      </div>
      <Problems problems={useProblemsAt(path)} />
    </fieldset>
  );
}

interface ListFieldProps extends SchemaFieldProps {
  readonly label: string;
  readonly items: FieldSchema;
}

/** Values in order, each of which can be removed. */
function ListField({ name, label, items, schema, value, path, onChange }: ListFieldProps) {
  const entries = toList(value);
  const [keys, setKeys] = useState<readonly string[]>(() => entries.map(() => crypto.randomUUID()));
  const isGroup = items.type === 'object' || items.anyOf?.some(({ type }) => type === 'object') === true;
  return (
    <fieldset className="space-y-2">
      <legend className="font-medium">{label}</legend>
      {schema.description !== undefined && <p className="text-muted">{schema.description}</p>}
      {entries.map((entry, index) => (
        <div key={keys[index]} className="flex items-end gap-2">
          <div className="min-w-0 flex-1">
            <SchemaField
              name={name}
              label={`${label} ${index + 1}`}
              schema={items}
              value={entry}
              path={`${path}[${index}]`}
              onChange={(next) => onChange(entries.with(index, next ?? ''))}
            />
          </div>
          <IconButton
            label={`Remove ${label} ${index + 1}`}
            onClick={() => {
              setKeys(keys.toSpliced(index, 1));
              onChange(entries.toSpliced(index, 1));
            }}
          >
            <X />
          </IconButton>
        </div>
      ))}
      <Button
        icon={<Plus aria-hidden />}
        onClick={() => {
          setKeys([...keys, crypto.randomUUID()]);
          onChange([...entries, isGroup ? {} : '']);
        }}
      >
        Add to {label}
      </Button>
      <Problems problems={useProblemsAt(path)} />
    </fieldset>
  );
}

interface GroupFieldProps extends SchemaFieldProps {
  readonly label: string;
  readonly fields: readonly (readonly [name: string, schema: FieldSchema])[];
}

/** An object with known fields. */
function GroupField({ label, fields, schema, value, path, onChange }: GroupFieldProps) {
  return (
    <fieldset className="border-line space-y-3 border-l-2 pl-3">
      <legend className="font-medium">{label}</legend>
      {schema.description !== undefined && <p className="text-muted">{schema.description}</p>}
      <ObjectFields {...{ fields, value: toObject(value), path, onChange }} required={schema.required ?? []} />
      <Problems problems={useProblemsAt(path)} />
    </fieldset>
  );
}

interface ObjectFieldsProps extends Pick<GroupFieldProps, 'fields' | 'path' | 'onChange'> {
  readonly value: JsonObject;
  readonly required: readonly string[];
}

/** The fields of an object, the required ones first. An object whose last field is removed is removed, too. */
export function ObjectFields({ fields, value, path, required, onChange }: ObjectFieldsProps) {
  const sorted = [...fields].sort(
    ([one], [other]) => Number(required.includes(other)) - Number(required.includes(one)),
  );
  return sorted.map(([name, schema]) => (
    <SchemaField
      key={name}
      name={name}
      schema={schema}
      value={value[name]}
      path={`${path}.${name}`}
      isRequired={required.includes(name)}
      onChange={(next) => {
        const { [name]: _before, ...rest } = value;
        const changed = next === undefined ? rest : { ...rest, [name]: next };
        onChange(Object.keys(changed).length === 0 ? undefined : changed);
      }}
    />
  ));
}

/** An object whose fields the person names. */
function MapField({ name, label, schema, value, path, onChange }: SchemaFieldProps & { readonly label: string }) {
  const [rows, setRows] = useState<readonly MapRow[]>(() => Object.entries(toObject(value)).map(toMapRow));
  const suggestions = useSuggestions('field', path);
  const listId = useId();
  const store = (next: readonly MapRow[]) => {
    setRows(next);
    onChange(Object.fromEntries(next.flatMap(({ key, text }) => (key === '' ? [] : [[key, parseValueText(text)]]))));
  };
  const items = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {};
  return (
    <fieldset className="space-y-2">
      <legend className="font-medium">{label}</legend>
      <datalist id={listId}>
        {suggestions.map(([option]) => (
          <option key={option} value={option} />
        ))}
      </datalist>
      {rows.map((row, index) => (
        <div key={row.id} className="flex items-end gap-2">
          <input
            aria-label={`Name of ${label} ${index + 1}`}
            value={row.key}
            list={listId}
            autoComplete="off"
            className={`${inputLook} basis-1/3`}
            onChange={({ target }) => store(rows.with(index, { ...row, key: target.value }))}
          />
          <div className="min-w-0 flex-1">
            <SchemaField
              name={name}
              label={`Value of ${label} ${index + 1}`}
              schema={items}
              value={parseValueText(row.text)}
              path={`${path}.${row.key}`}
              onChange={(next) => store(rows.with(index, { ...row, text: formatValueText(next) }))}
            />
          </div>
          <IconButton label={`Remove ${label} ${index + 1}`} onClick={() => store(rows.toSpliced(index, 1))}>
            <X />
          </IconButton>
        </div>
      ))}
      <Button icon={<Plus aria-hidden />} onClick={() => setRows([...rows, toMapRow(['', ''])])}>
        Add to {label}
      </Button>
      <Problems problems={useProblemsAt(path)} />
    </fieldset>
  );
}

interface MapRow {
  readonly id: string;
  readonly key: string;
  /** The value as `formatValueText` writes it. */
  readonly text: string;
}

function toMapRow([key, value]: readonly [string, JsonValue]): MapRow {
  return { id: crypto.randomUUID(), key, text: formatValueText(value) };
}

function toLabel(name: string): string {
  const words = toTypeWords(name);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function toList(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

function toObject(value: JsonValue | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
