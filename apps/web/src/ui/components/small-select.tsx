import { LabelledSelect, type SelectProps } from './labelled-select.tsx';

/** A select in a toolbar, with its label before it. */
export function SmallSelect(props: SelectProps) {
  return (
    <LabelledSelect
      {...props}
      className="text-muted flex min-w-0 items-center gap-1.5 text-xs"
      selectClassName="border-edge bg-surface text-ink h-7 max-w-80 min-w-0 rounded-md border px-1 text-xs"
    />
  );
}
