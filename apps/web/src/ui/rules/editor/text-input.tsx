import type { JsonValue } from '@shipmate/core';
import { useId, useRef, useState } from 'react';
import { useRuleEditor } from './editor-context.ts';
import { FormRow, inputLook } from './form-row.tsx';
import { formatText, formatValueText, parseValueText } from './to-field-shape.ts';
import { useSuggestions } from './use-suggestions.ts';

interface TextInputProps {
  /** Name of the value in its object. */
  readonly name: string;
  readonly value: JsonValue | undefined;
  /** Location of the value in the payload of the rule. */
  readonly path: string;
  /** `undefined` removes the value. */
  readonly onChange: (value: JsonValue | undefined) => void;
  readonly label: string;
  readonly isRequired: boolean;
  readonly help: string | undefined;
  readonly parse: (text: string) => JsonValue;
  readonly isLong?: boolean;
  readonly inputMode?: 'decimal';
}

/** A text, a number or another value; templates can be inserted. */
export function TextInput({ name, value, onChange, parse, isLong = false, inputMode, ...row }: TextInputProps) {
  const [text, setText] = useState(() => (parse === parseValueText ? formatValueText(value) : formatText(value)));
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const suggestions = useSuggestions(name, row.path);
  const listId = useId();
  const change = (next: string) => {
    setText(next);
    onChange(next === '' ? undefined : parse(next));
  };
  function insert(variable: string) {
    const at = input.current?.selectionStart ?? text.length;
    change(`${text.slice(0, at)}{{${variable}}}${text.slice(input.current?.selectionEnd ?? at)}`);
    input.current?.focus();
  }
  const chosen = suggestions.find(([option, words]) => option === text && words !== option);
  return (
    <FormRow
      {...row}
      help={[row.help, chosen?.[1]].filter((words) => words !== undefined).join(' · ') || undefined}
      extra={<VariableSelect label={row.label} onInsert={insert} />}
    >
      {(control) => {
        const shared = { ...control, ref: input, value: text, autoComplete: 'off' } as const;
        if (isLong) {
          return (
            <textarea
              {...shared}
              rows={3}
              className={`${inputLook} h-auto py-1.5`}
              onChange={({ target }) => change(target.value)}
            />
          );
        }
        return (
          <>
            <input
              {...shared}
              {...(suggestions.length > 0 && { list: listId })}
              inputMode={inputMode}
              className={inputLook}
              onChange={({ target }) => change(target.value)}
            />
            {suggestions.length > 0 && (
              <datalist id={listId}>
                {suggestions.map(([option, words]) => (
                  <option key={option} value={option}>
                    {words}
                  </option>
                ))}
              </datalist>
            )}
          </>
        );
      }}
    </FormRow>
  );
}

function VariableSelect({
  label,
  onInsert,
}: {
  readonly label: string;
  readonly onInsert: (variable: string) => void;
}) {
  const { variables } = useRuleEditor();
  if (variables.length === 0) return null;
  return (
    <select
      aria-label={`Insert variable into ${label}`}
      value=""
      onChange={({ target }) => onInsert(target.value)}
      className="text-muted border-line bg-surface h-6 max-w-36 rounded border px-1 font-normal"
    >
      <option value="">Insert variable…</option>
      {variables.map((variable) => (
        <option key={variable} value={variable}>
          {variable}
        </option>
      ))}
    </select>
  );
}
