import type { AnyToolDefinition } from '@shipmate/core';
import { z } from 'zod';

/** Writes definitions as the tables of `docs/tools.md`, one for each category. */
export function toToolTable(definitions: readonly AnyToolDefinition[]): string {
  const categories = Map.groupBy(definitions, ({ category }) => category ?? 'general');
  return [...categories].map(([category, tools]) => `## ${category}\n\n${toTable(tools)}\n`).join('\n');
}

function toTable(tools: readonly AnyToolDefinition[]): string {
  const header = ['| tool | effect | input | what it does |', '|---|---|---|---|'];
  return [...header, ...tools.map(toRow)].join('\n');
}

function toRow(tool: AnyToolDefinition): string {
  const name = tool.route === undefined ? `\`${tool.name}\`` : `\`${tool.name}\`<br>\`/api/tools/${tool.route}\``;
  const cells = [name, toEffect(tool), toFields(tool), tool.description];
  return `| ${cells.map(toCell).join(' | ')} |`;
}

function toEffect({ effect, worstEffect = 'write' }: AnyToolDefinition): string {
  return typeof effect === 'function' ? `up to ${worstEffect}` : effect;
}

function toFields({ input }: AnyToolDefinition): string {
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  const names = Object.keys(properties).map((name) => `\`${name}${required.includes(name) ? '' : '?'}\``);
  return names.join(', ') || 'none';
}

function toCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', '<br>');
}
