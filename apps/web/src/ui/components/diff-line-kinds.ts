/** The kind of a line in a diff. */
export type DiffLineKind = 'header' | 'added' | 'removed' | 'context';

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
