import { classNames } from './class-names.ts';
import { type DiffLineKind, toDiffLineKinds } from './diff-line-kinds.ts';

/** Properties of {@link DiffBlock}. */
interface DiffBlockProps {
  readonly text: string;
  readonly label?: string;
}

const looks: Readonly<Record<DiffLineKind, string | undefined>> = {
  header: 'text-muted',
  added: 'bg-added-soft text-added',
  removed: 'bg-removed-soft text-removed',
  context: undefined,
};

/** The lines that a change removes and adds; scrolls when there are many. */
export function DiffBlock({ text, label = 'Change' }: DiffBlockProps) {
  const lines = text.split('\n');
  const kinds = toDiffLineKinds(lines);
  return (
    <pre
      tabIndex={0}
      role="region"
      aria-label={label}
      className="bg-raised max-h-56 overflow-auto rounded-md py-1.5 font-mono text-2xs leading-4"
    >
      {lines.map((line, index) => (
        <div key={index} className={classNames('min-w-max px-2', looks[kinds[index] ?? 'context'])}>
          {line || ' '}
        </div>
      ))}
    </pre>
  );
}
