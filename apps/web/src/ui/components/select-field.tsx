export interface SelectFieldProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChange: (value: string) => void;
}

/** A choice in a form, with its label above. */
export function SelectField({ label, value, options, onChange }: SelectFieldProps) {
  return (
    <label className="flex min-w-0 flex-1 flex-col gap-1 text-xs font-medium">
      {label}
      <select
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="border-edge bg-surface h-8 w-full min-w-0 rounded-md border px-2 text-base font-normal sm:text-xs"
      >
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
