import { type ListedMcpTool, maxMcpTools } from '@shipmate/domain/mcp';
import { z } from 'zod';
import type { McpToolList, McpToolOutput } from './mcp-client-port.ts';
import { toToolSchema } from './to-tool-schema.ts';

const maxDescription = 4_000;
const maxSchema = 20_000;
const maxDepth = 32;
const maxText = 200_000;
const namePattern = /^[A-Za-z0-9_./-]{1,128}$/;

/** Characters that a person cannot see in a definition, but a model reads: controls, zero-width and direction marks, tags. */
const hidden = /[\u200B\u2060-\u2064\u202A-\u202E\u2066-\u2069\uFEFF\u{E0000}-\u{E007F}]|[^\P{Cc}\n\t]/gu;

/** A tool as a server describes it; everything beyond its name is checked later. */
interface GivenTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: unknown;
  readonly annotations?: { readonly readOnlyHint?: boolean | undefined } | undefined;
}

/** Converts the tools of a server to definitions that people can review; says how many it leaves out. */
export function readMcpTools(given: readonly GivenTool[], isWhole: boolean): McpToolList {
  const tools = new Map<string, ListedMcpTool>();
  let unusable = 0;
  for (const each of given) {
    const tool = toListedTool(each);
    if (!tool || tools.has(tool.name)) unusable += 1;
    else if (tools.size < maxMcpTools) tools.set(tool.name, tool);
  }
  const problems = [
    ...(unusable > 0
      ? [
          `${unusable} of its tools are left out: a name is used twice or has other characters than letters, digits, ".", "_", "-" and "/", a description is longer than ${maxDescription} characters, or an input schema is longer than ${maxSchema} characters or cannot be used.`,
        ]
      : []),
    ...(!isWhole || given.length - unusable > maxMcpTools
      ? [`It lists more tools than can be read; ${maxMcpTools} are kept at most.`]
      : []),
  ];
  return { tools: [...tools.values()], problem: problems.length === 0 ? null : problems.join(' ') };
}

function toListedTool({
  name,
  description = '',
  inputSchema: given,
  annotations,
}: GivenTool): ListedMcpTool | undefined {
  if (!namePattern.test(name) || description.length > maxDescription) return undefined;
  try {
    const inputSchema = JSON.stringify(toSorted(given, 0)).replaceAll(hidden, '');
    if (inputSchema.length > maxSchema) return undefined;
    // An input that cannot be checked would be refused at every call.
    z.fromJSONSchema(toToolSchema(inputSchema) as Parameters<typeof z.fromJSONSchema>[0]);
    const effect = annotations?.readOnlyHint === true ? 'read' : 'destructive';
    return { name, description: description.replaceAll(hidden, ''), inputSchema, effect };
  } catch {
    return undefined;
  }
}

/** Sorts keys, so that the order in which a server writes them changes nothing. @throws RangeError for a deep value */
function toSorted(value: unknown, depth: number): unknown {
  if (depth > maxDepth) throw new RangeError('The schema is nested too deeply.');
  if (Array.isArray(value)) return value.map((each) => toSorted(each, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, toSorted(each, depth + 1)]));
}

/** A result as a server returns it. */
interface GivenResult {
  readonly content?: readonly { readonly type: string; readonly [key: string]: unknown }[] | undefined;
  readonly structuredContent?: unknown;
  readonly isError?: boolean | undefined;
}

/** Converts a result to text: texts as they are, anything else named. Without a text, the structured content is used. */
export function readMcpResult({ content = [], structuredContent, isError = false }: GivenResult): McpToolOutput {
  const texts = content.map((part) => {
    if (part.type === 'text') return String(part['text']);
    const { resource, uri } = part;
    if (part.type === 'resource' && typeof resource === 'object' && resource !== null && 'text' in resource) {
      return String(resource.text);
    }
    return part.type === 'resource_link' ? `[link: ${String(uri)}]` : `[${part.type}, not shown]`;
  });
  const isEmpty = texts.length === 0 && structuredContent !== undefined;
  return { text: cut(isEmpty ? JSON.stringify(structuredContent) : texts.join('\n')), isError };
}

/** Cuts a text of a server that is too long to be stored. */
export function cut(text: string): string {
  return text.length <= maxText ? text : `${text.slice(0, maxText)}\n[cut: ${text.length - maxText} more characters]`;
}
