import { Switch } from 'radix-ui';
import { useId } from 'react';

interface SettingSwitchProps {
  readonly label: string;
  /** Effect of the setting when it is on. */
  readonly description: string;
  /** Note on the current state. */
  readonly note?: string | undefined;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A setting that is on or off, with its description. */
export function SettingSwitch({ label, description, note, isOn, onChange }: SettingSwitchProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <p id={`${id}-description`} className="text-muted text-xs leading-relaxed">
          {description}
          {note !== undefined && <span className="text-caution block">{note}</span>}
        </p>
      </div>
      <Switch.Root
        id={id}
        checked={isOn}
        onCheckedChange={onChange}
        aria-describedby={`${id}-description`}
        className="bg-edge data-[state=checked]:bg-accent mt-0.5 h-5 w-9 shrink-0 rounded-full transition-colors"
      >
        <Switch.Thumb className="bg-surface block size-4 translate-x-0.5 rounded-full transition-transform data-[state=checked]:translate-x-4.5" />
      </Switch.Root>
    </div>
  );
}
