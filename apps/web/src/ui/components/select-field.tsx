import { LabelledSelect, type SelectProps } from './labelled-select.tsx';

/** A select in a form, with its label above. */
export function SelectField(props: SelectProps) {
  return (
    <LabelledSelect
      {...props}
      className="flex min-w-0 flex-1 flex-col gap-1 text-xs font-medium"
      selectClassName="border-edge bg-surface h-8 w-full min-w-0 rounded-md border px-2 text-base font-normal sm:text-xs"
    />
  );
}
