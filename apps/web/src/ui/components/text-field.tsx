import { type ComponentProps, useId } from 'react';
import { classNames } from './class-names.ts';

interface TextFieldProps extends ComponentProps<'input'> {
  readonly label: string;
  /** Displayed below the field. */
  readonly hint?: string;
}

/** A line of text with its label above. */
export function TextField({ label, hint, className, ...rest }: TextFieldProps) {
  const hintId = useId();
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1 text-xs', className)}>
      <label className="flex flex-col gap-1 font-medium">
        {label}
        <input
          autoComplete="off"
          {...rest}
          aria-describedby={hint === undefined ? undefined : hintId}
          className="border-edge bg-surface placeholder:text-muted h-8 w-full min-w-0 rounded-md border px-2 text-base font-normal sm:text-xs"
        />
      </label>
      {hint !== undefined && (
        <span id={hintId} className="text-muted">
          {hint}
        </span>
      )}
    </div>
  );
}
