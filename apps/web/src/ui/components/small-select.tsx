export interface SmallSelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChange: (value: string) => void;
}

/** A choice in a toolbar, with its label before it. */
export function SmallSelect({ label, value, options, onChange }: SmallSelectProps) {
  return (
    <label className="text-muted flex min-w-0 items-center gap-1.5 text-xs">
      {label}
      <select
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="border-edge bg-surface text-ink h-7 max-w-80 min-w-0 rounded-md border px-1 text-xs"
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
