import { type DiagramNode, type DiagramPicture, toNodeCaption } from './diagram.ts';

/** Returns a picture as a Mermaid flowchart; nodes that contain others are subgraphs. */
export function toMermaid({ nodes, edges }: Pick<DiagramPicture, 'nodes' | 'edges'>): string {
  const names = new Map(nodes.map(({ id }, index) => [id, `n${index}`]));
  const members = Map.groupBy(nodes, ({ parentId }) => parentId);
  const lines = ['flowchart LR'];
  // Depths of folders are those of paths, so that recursion is bounded.
  const write = (node: DiagramNode, indent: string): void => {
    const inside = members.get(node.id);
    const name = names.get(node.id) ?? 'n';
    if (!inside) {
      lines.push(`${indent}${name}${toShape(node)}`);
      return;
    }
    lines.push(`${indent}subgraph ${name}["${toMermaidText(node.data.label)}"]`);
    for (const child of inside) write(child, `${indent}  `);
    lines.push(`${indent}end`);
  };
  for (const node of members.get(undefined) ?? []) write(node, '  ');
  for (const { source, target, label, data } of edges) {
    const arrow = data.inferred || data.change === 'removed' ? '-.->' : '-->';
    const text = label === undefined ? '' : `|"${toMermaidText(label)}"|`;
    lines.push(`  ${names.get(source) ?? 'n'} ${arrow}${text} ${names.get(target) ?? 'n'}`);
  }
  return `${lines.join('\n')}\n`;
}

function toShape(node: DiagramNode): string {
  const { kind, factKind } = node.data;
  const text = `"${toMermaidText(toNodeCaption(node))}"`;
  if (kind === 'external') return `([${text}])`;
  if (kind === 'fact' && (factKind === 'table_read' || factKind === 'table_write')) return `[(${text})]`;
  if (kind === 'fact') return `{{${text}}}`;
  return kind === 'more' ? `(${text})` : `[${text}]`;
}

/** Text for a quoted label: every character that Mermaid could read as syntax becomes its number. */
function toMermaidText(text: string): string {
  const clean = text.replaceAll(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\ufffe\uffff]+/gu, ' ').trim();
  const safe = clean.replaceAll(/[^\p{L}\p{M}\p{N}\p{So} ./_\-,()+]/gu, (character) => `#${character.codePointAt(0)};`);
  return safe === '' ? ' ' : safe;
}
