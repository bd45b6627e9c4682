import { classNames } from './class-names.ts';

/** The kind of a line in a diff. */
type DiffLineKind = 'header' | 'added' | 'removed' | 'context';

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

/** Returns the kind of each line of a diff. In a hunk, lines such as `---` are content: a document of YAML begins with it. */
export function toDiffLineKinds(lines: readonly string[]): readonly DiffLineKind[] {
  let isInHunk = false;
  return lines.map((line, index) => {
    if (line.startsWith('@@')) isInHunk = true;
    else if (/^(Index:|={3}|diff )/u.test(line) || isFileHeader(lines, index)) isInHunk = false;
    if (line.startsWith('@@') || (!isInHunk && /^(\+{3}|-{3}|Index:|={3})/u.test(line))) return 'header';
    if (line.startsWith('+')) return 'added';
    return line.startsWith('-') ? 'removed' : 'context';
  });
}

function isFileHeader(lines: readonly string[], index: number): boolean {
  const [first = '', second = '', third = ''] = lines.slice(index, index + 3);
  return first.startsWith('--- ') && second.startsWith('+++ ') && third.startsWith('@@');
}
