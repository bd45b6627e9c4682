import { findFilter } from './template-filters.ts';

/** Maximum number of expressions in one template. */
const maxExpressions = 100;

/** Number of characters of an expression that a problem quotes. */
const maxQuoted = 100;

/** A filter of an expression, with its argument. */
interface FilterUse {
  readonly name: string;
  readonly argument: string | undefined;
}

/** An expression between braces: `{{path | filter:argument}}`. */
export interface TemplateExpression {
  readonly path: string;
  readonly filters: readonly FilterUse[];
}

/** A template as its texts and expressions, in order. */
type TemplatePart = string | TemplateExpression;

/** A template's parts, and the reasons why it cannot be rendered. */
interface ParsedTemplate {
  readonly parts: readonly TemplatePart[];
  readonly problems: readonly string[];
}

/** Parses a template. Linear in its length; text with unknown filters, or without closing braces, is a problem. */
export function parseTemplate(template: string): ParsedTemplate {
  const parts: TemplatePart[] = [];
  const problems: string[] = [];
  let at = 0;
  for (let count = 0; ; count += 1) {
    const open = template.indexOf('{{', at);
    if (open === -1) break;
    if (count === maxExpressions) {
      problems.push(`more than ${maxExpressions} expressions`);
      break;
    }
    const close = template.indexOf('}}', open + 2);
    if (close === -1) {
      problems.push(`"{{" at character ${open + 1} has no "}}"`);
      break;
    }
    if (open > at) parts.push(template.slice(at, open));
    const expression = parseExpression(template.slice(open + 2, close));
    if ('problem' in expression) problems.push(expression.problem);
    else parts.push(expression);
    at = close + 2;
  }
  if (at < template.length) parts.push(template.slice(at));
  return { parts, problems };
}

function parseExpression(text: string): TemplateExpression | { readonly problem: string } {
  const [path = '', ...uses] = text.split('|').map((part) => part.trim());
  if (path === '' || path.includes('{{')) return { problem: `"{{${text.slice(0, maxQuoted)}}}" names no field` };
  const filters: FilterUse[] = [];
  for (const use of uses) {
    const colon = use.indexOf(':');
    const name = (colon === -1 ? use : use.slice(0, colon)).trim();
    if (!findFilter(name)) return { problem: `"${name.slice(0, maxQuoted)}" is not a filter` };
    filters.push({ name, argument: colon === -1 ? undefined : unquote(use.slice(colon + 1).trim()) });
  }
  return { path, filters };
}

function unquote(text: string): string {
  return /^(["']).*\1$/s.test(text) ? text.slice(1, -1) : text;
}
