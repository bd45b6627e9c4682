import type { AnyToolDefinition } from '@shipmate/core';
import { z } from 'zod';
import { checkoutFamilies } from '../registry.ts';

const introduction = `# Tools

Made from the registry by \`pnpm --filter @shipmate/tools docs\`; do not edit. A tool answers \`POST /api/tools/{name}\`, with
its input as the body, unless its family says otherwise. A path under a name is a route of its own besides. An input marked \`?\` may be left out.
`;

const note =
  'These tools work in the checkout of a [repository job](repositories.md). HTTP and MCP do not offer them.\n\n';

/** Renders the page `docs/tools.md`: a table of definitions for each category. */
export function toToolTable(definitions: readonly AnyToolDefinition[]): string {
  const categories = Map.groupBy(definitions, ({ category }) => category ?? 'general');
  const sections = [...categories].map(([category, tools]) => {
    return `## ${category}\n\n${checkoutFamilies.includes(category) ? note : ''}${toTable(tools)}\n`;
  });
  return [introduction, ...sections].join('\n');
}

function toTable(tools: readonly AnyToolDefinition[]): string {
  return ['| tool | effect | input | what it does |', '|---|---|---|---|', ...tools.map(toolToRow)].join('\n');
}

function toolToRow(tool: AnyToolDefinition): string {
  const route = tool.route === undefined ? '' : `<br>\`/api/tools/${tool.route}\``;
  const cells = [`\`${tool.name}\`${route}`, toEffect(tool), toFields(tool), tool.description];
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
