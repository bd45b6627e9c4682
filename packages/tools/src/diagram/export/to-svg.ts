import { type DiagramNode, type DiagramPicture, toNodeCaption } from '@shipmate/domain/code-map';

interface Place {
  readonly x: number;
  readonly y: number;
  readonly depth: number;
}

const margin = 20;
const fills: Readonly<Record<DiagramNode['type'], string>> = {
  folder: '#eef2ff',
  file: '#ffffff',
  symbol: '#f0fdf4',
  external: '#fef9c3',
  fact: '#fce7f3',
  group: '#f8fafc',
  more: '#f1f5f9',
};

/** Returns a picture as an SVG document. */
export function toSvg({ nodes, edges }: Pick<DiagramPicture, 'nodes' | 'edges'>): string {
  const places = new Map<string, Place>();
  for (const { id, parentId, position } of nodes) {
    const parent = parentId === undefined ? undefined : places.get(parentId);
    const { x, y, depth } = parent ?? { x: margin, y: margin, depth: -1 };
    places.set(id, { x: x + position.x, y: y + position.y, depth: depth + 1 });
  }
  const at = (id: string) => places.get(id) ?? { x: 0, y: 0, depth: 0 };
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const width = Math.ceil(Math.max(0, ...nodes.map(({ id, width: each }) => at(id).x + each)) + margin);
  const height = Math.ceil(Math.max(0, ...nodes.map(({ id, height: each }) => at(id).y + each)) + margin);
  const lines = edges.flatMap(({ source, target, data }) => {
    const [from, to] = [byId.get(source), byId.get(target)];
    if (!from || !to) return [];
    const [x1, y1] = [at(source).x + from.width, at(source).y + from.height / 2];
    const [x2, y2] = [at(target).x, at(target).y + to.height / 2];
    const bend = Math.max(30, Math.abs(x2 - x1) / 2);
    const dash = data.inferred ? ' stroke-dasharray="4 4"' : '';
    const path = `M${fixed(x1)},${fixed(y1)} C${fixed(x1 + bend)},${fixed(y1)} ${fixed(x2 - bend)},${fixed(y2)} ${fixed(x2)},${fixed(y2)}`;
    return [`<path d="${path}" fill="none" stroke="#64748b"${dash} marker-end="url(#arrow)"/>`];
  });
  const containers = new Set(nodes.map(({ parentId }) => parentId));
  const boxes = nodes.map((node) => toBox(node, { place: at(node.id), isContainer: containers.has(node.id) }));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="13">`,
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0,0 L8,4 L0,8 z" fill="#64748b"/></marker></defs>',
    '<rect width="100%" height="100%" fill="#ffffff"/>',
    ...boxes,
    ...lines,
    '</svg>',
    '',
  ].join('\n');
}

function toBox(
  node: DiagramNode,
  { place: { x, y }, isContainer }: { readonly place: Place; readonly isContainer: boolean },
): string {
  const { width, height, type, ariaLabel } = node;
  const letters = Math.floor((width - 12) / 7.2);
  const label = letters < 3 || height < 18 ? '' : cut(toNodeCaption(node), letters);
  const top = isContainer ? y + 18 : y + Math.min(height / 2 + 4, 26);
  const text =
    label === '' ? '' : `<text x="${fixed(x + 8)}" y="${fixed(top)}" fill="#0f172a">${escapeXml(label)}</text>`;
  const rect = `<rect x="${fixed(x)}" y="${fixed(y)}" width="${fixed(width)}" height="${fixed(height)}" fill="${fills[type]}" stroke="#94a3b8"/>`;
  return `<g><title>${escapeXml(ariaLabel)}</title>${rect}${text}</g>`;
}

function cut(text: string, letters: number): string {
  const characters = Array.from(text);
  return characters.length <= letters ? text : `${characters.slice(0, letters - 1).join('')}…`;
}

function fixed(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** Text without characters that XML refuses or reads as markup. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
