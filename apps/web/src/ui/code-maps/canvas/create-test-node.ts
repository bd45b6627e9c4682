import type { DiagramNode } from '@shipmate/domain/code-map';

/** Fields of a node of a test that differ from the usual ones. */
interface TestNode extends Partial<Pick<DiagramNode, 'width' | 'height' | 'parentId'>> {
  readonly x?: number;
  readonly y?: number;
  readonly language?: string;
  readonly canExpand?: boolean;
}

/** Creates a node of the repository `local/shop` for tests. */
export function createTestNode(path: string | null, fields: TestNode = {}): DiagramNode {
  const { x = 0, y = 0, width = 100, height = 50, parentId, language = null, canExpand = false } = fields;
  const kind = path?.includes('.') ? 'file' : 'folder';
  const label = path ?? 'more';
  return {
    id: `local/shop:${label}`,
    type: kind,
    position: { x, y },
    width,
    height,
    ...(parentId !== undefined && { parentId }),
    ariaLabel: label,
    handles: [],
    data: {
      kind,
      label,
      path,
      language,
      files: 1,
      size: 1_200,
      recentChanges: 0,
      weight: 1,
      depth: 1,
      canExpand,
      inferred: false,
      evidence: [],
    },
  };
}
