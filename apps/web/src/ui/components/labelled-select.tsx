export interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChange: (value: string) => void;
}

interface LabelledSelectProps extends SelectProps {
  readonly className: string;
  readonly selectClassName: string;
}

/** A select within its label; the classes place it. */
export function LabelledSelect({ label, value, options, onChange, className, selectClassName }: LabelledSelectProps) {
  return (
    <label className={className}>
      {label}
      <select value={value} onChange={(event) => onChange(event.target.value)} className={selectClassName}>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
