import type { DiagramEvidence, DiagramNode } from '@shipmate/domain/code-map';
import type { CodeHealthResponse } from '@shipmate/protocol/web/code-health';

/** Kinds of findings about imports, the most serious first. */
export const findingKinds = ['cycle', 'unused', 'hub', 'instability'] as const;
type FindingKind = (typeof findingKinds)[number];

/** A finding about the files or the package that a node stands for. */
export interface HealthFinding {
  readonly kind: FindingKind;
  /** A figure that fits into a badge; empty without one. */
  readonly figure: string;
  /** Follows the label of the kind. */
  readonly text: string;
  readonly evidence: readonly DiagramEvidence[];
}

/** The findings about nodes, by node id. */
export type Findings = ReadonlyMap<string, readonly HealthFinding[]>;

/** A finding about a file, and the text for folded files with such findings. */
interface FileFinding extends HealthFinding {
  readonly path: string;
}

const maxNamed = 3;
const maxEvidence = 5;

/** Assigns findings to the nodes that show their files: each file by itself, or the folded folder that contains it. */
export function toFindings(
  nodes: readonly Pick<DiagramNode, 'id' | 'data'>[],
  health: Pick<CodeHealthResponse, 'cycles' | 'hubs' | 'unused' | 'instability'>,
): Findings {
  const shown = new Map<string, (typeof nodes)[number]>();
  for (const node of nodes) {
    const { kind, path, canExpand } = node.data;
    if (path !== null && (kind === 'file' || canExpand)) shown.set(path, node);
  }
  const found = new Map<string, HealthFinding[]>();
  function add(id: string, finding: HealthFinding): void {
    const own = found.get(id);
    if (own === undefined) found.set(id, [finding]);
    else own.push(finding);
  }

  const placed = listFileFindings(health).flatMap((finding) => {
    const node = findShown(shown, finding.path);
    return node ? [{ node, finding }] : [];
  });
  for (const [id, all] of Map.groupBy(placed, ({ node }) => node.id)) {
    const isFile = all[0]?.node.data.kind === 'file';
    for (const kind of findingKinds) {
      const own = all.flatMap(({ finding }) => (finding.kind === kind ? [finding] : []));
      if (isFile) for (const { path: _path, ...finding } of own) add(id, finding);
      else if (own.length > 0) add(id, toFolded(kind, own));
    }
  }
  for (const { folder, instability, efferent, afferent, evidence } of health.instability) {
    const node = nodes.find(({ data }) => data.kind === 'folder' && data.path === folder);
    const text = `${instability}, by ${efferent} outgoing and ${afferent} incoming dependencies`;
    if (node) add(node.id, { kind: 'instability', figure: String(instability), text, evidence });
  }
  return found;
}

function findShown<Node>(shown: ReadonlyMap<string, Node>, path: string): Node | undefined {
  for (let part = path; ; part = part.slice(0, Math.max(part.lastIndexOf('/'), 0))) {
    const node = shown.get(part);
    if (node !== undefined || part === '') return node;
  }
}

function listFileFindings({
  cycles,
  hubs,
  unused,
}: Pick<CodeHealthResponse, 'cycles' | 'hubs' | 'unused'>): readonly FileFinding[] {
  return [
    ...cycles.flatMap(({ paths, evidence }) => {
      const byPath = Map.groupBy(evidence, (each) => each.path);
      return paths.map((path): FileFinding => {
        // One more than is named, because the file itself may be among them.
        const others = paths.slice(0, maxNamed + 1).filter((each) => each !== path);
        const text = `with ${nameSome(others, paths.length - 1)}`;
        return { kind: 'cycle', figure: '', path, text, evidence: byPath.get(path) ?? evidence };
      });
    }),
    ...unused.map(
      ({ path, evidence }): FileFinding => ({ kind: 'unused', figure: '', path, text: 'no file imports it', evidence }),
    ),
    ...hubs.map(
      ({ path, importers, imports, evidence }): FileFinding => ({
        kind: 'hub',
        figure: String(importers),
        path,
        text: `${importers} files import it, and it imports ${imports}`,
        evidence,
      }),
    ),
  ];
}

function toFolded(kind: FindingKind, own: readonly FileFinding[]): HealthFinding {
  const paths = [...new Set(own.map(({ path }) => path))];
  const files = paths.length === 1 ? '1 file' : `${paths.length} files`;
  const evidence = own.flatMap((finding) => finding.evidence.slice(0, 1)).slice(0, maxEvidence);
  return { kind, figure: String(paths.length), text: `${files}, ${nameSome(paths, paths.length)}`, evidence };
}

/** Names the first paths of a number of them. */
function nameSome(paths: readonly string[], count: number): string {
  const named = paths.slice(0, maxNamed).join(', ');
  return count > maxNamed ? `${named} and ${count - maxNamed} more` : named;
}
