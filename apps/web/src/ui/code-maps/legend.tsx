import type { DiagramPicture } from '@shipmate/domain/code-map';
import { toLanguageColor } from './canvas/language-color.ts';
import { describeLanguage, kindWords } from './diagram-words.ts';
import { findingLooks } from './health/health-badges.tsx';
import { findingKinds, type Findings } from './health/to-findings.ts';

interface LegendProps {
  readonly picture: DiagramPicture;
  readonly findings: Findings | undefined;
  /** Highlights nodes; none for an empty list. */
  readonly onMark: (nodeIds: readonly string[]) => void;
}

const maxListed = 8;
const none: Findings = new Map();

/** The colors of the picture: a button for each language, which highlights its nodes, and the other kinds of nodes. */
export function Legend({ picture, findings = none, onMark }: LegendProps) {
  const byLanguage = Map.groupBy(
    picture.nodes.filter(({ data }) => data.kind === 'file' || data.kind === 'symbol'),
    ({ data }) => data.language,
  );
  const languages = [...byLanguage].toSorted(([, one], [, other]) => other.length - one.length).slice(0, maxListed);
  const kinds = [...new Set(picture.nodes.map(({ data }) => data.kind))].filter(
    (kind) => kind !== 'file' && kind !== 'symbol',
  );
  const found = findingKinds.flatMap((kind) => {
    const nodeIds = [...findings].flatMap(([id, all]) => (all.some((each) => each.kind === kind) ? [id] : []));
    return nodeIds.length > 0 ? [{ kind, nodeIds, ...findingLooks[kind] }] : [];
  });
  return (
    <div role="group" aria-label="Legend" className="flex flex-wrap items-center gap-x-1 text-2xs">
      {languages.map(([language, nodes]) => (
        <button
          key={language}
          type="button"
          onClick={() => onMark(nodes.map(({ id }) => id))}
          aria-label={`Highlight ${describeLanguage(language)}, ${nodes.length} nodes`}
          className="hover:bg-raised flex h-6 items-center gap-1 rounded px-1.5"
        >
          <span aria-hidden className="size-2.5 rounded-sm" style={{ background: toLanguageColor(language) }} />
          {describeLanguage(language)}
        </button>
      ))}
      {found.map(({ kind, nodeIds, label, color, Icon }) => (
        <button
          key={kind}
          type="button"
          onClick={() => onMark(nodeIds)}
          aria-label={`Highlight ${label}, ${nodeIds.length} nodes`}
          className="hover:bg-raised flex h-6 items-center gap-1 rounded px-1.5"
        >
          <Icon aria-hidden className="size-3" style={{ color }} />
          {label} ({nodeIds.length})
        </button>
      ))}
      {kinds.map((kind) => (
        <button
          key={kind}
          type="button"
          onClick={() => onMark(picture.nodes.filter(({ data }) => data.kind === kind).map(({ id }) => id))}
          aria-label={`Highlight nodes of kind ${kindWords[kind]}`}
          className="hover:bg-raised flex h-6 items-center gap-1 rounded px-1.5"
        >
          <span aria-hidden className="border-edge size-2.5 rounded-sm border" />
          {kindWords[kind]}
        </button>
      ))}
    </div>
  );
}
