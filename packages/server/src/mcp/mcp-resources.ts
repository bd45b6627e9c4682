import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
  UriTemplate,
} from '@modelcontextprotocol/server';
import { type Logger, type Principal, toAppError } from '@shipmate/core';
import { hasScope, type Scope } from '@shipmate/domain/access';

/** One resource of a list. */
export interface McpResourceEntry {
  readonly uri: string;
  readonly name: string;
  readonly description?: string;
}

/** Resources of one kind, which clients read by URI. */
export interface McpResourceFamily {
  /** The scope that lists and reads them. */
  readonly scope: Scope;
  /** For example `shipmate://runs/{runId}`. */
  readonly uriTemplate: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
  /** Lists the newest resources of the caller, at most a hundred. */
  list(principal: Principal): Promise<readonly McpResourceEntry[]>;
  /** Reads the text of the resource with the variables of its URI. @throws AppError `NOT_FOUND` for an absent or foreign one. */
  read(principal: Principal, variables: Readonly<Record<string, string>>): Promise<string>;
}

/** The resources of one caller. */
interface McpResources {
  list(): Promise<Resource[]>;
  listTemplates(): ResourceTemplateType[];
  /** @throws ProtocolError for a resource that does not exist or belongs to another tenant. */
  read(uri: string): Promise<ReadResourceResult>;
}

/** The caller of {@link toMcpResources}. */
interface McpReader {
  readonly principal: Principal;
  readonly logger: Logger;
}

/** Limits families of resources to those that the caller's scopes cover. */
export function toMcpResources(families: readonly McpResourceFamily[], { principal, logger }: McpReader): McpResources {
  const covered = families.filter(({ scope }) => hasScope(principal, scope));
  return {
    async list() {
      const lists = covered.map(async (family) => {
        const entries = await family.list(principal).catch((thrown: unknown) => toNone(thrown, logger));
        return entries.map((entry) => ({ ...entry, mimeType: family.mimeType }));
      });
      return (await Promise.all(lists)).flat();
    },
    listTemplates: () =>
      covered.map(({ uriTemplate, name, description, mimeType }) => ({ uriTemplate, name, description, mimeType })),
    async read(uri) {
      for (const family of covered) {
        const variables = new UriTemplate(family.uriTemplate).match(uri);
        if (variables === null) continue;
        const text = await family.read(principal, toTexts(variables)).catch((thrown: unknown) => {
          throw toAppError(thrown).code === 'NOT_FOUND'
            ? new ResourceNotFoundError(uri)
            : toProtocolError(thrown, logger);
        });
        return { contents: [{ uri, mimeType: family.mimeType, text }] };
      }
      throw new ResourceNotFoundError(uri);
    },
  };
}

function toTexts(variables: Readonly<Record<string, string | string[]>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, decode(String(value))]));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns no entries for a kind that the credential does not reach. @throws ProtocolError for any other failure. */
function toNone(thrown: unknown, logger: Logger): readonly McpResourceEntry[] {
  if (toAppError(thrown).code === 'NOT_FOUND') return [];
  throw toProtocolError(thrown, logger);
}

/** An unexpected error is logged, and its text is not sent. */
function toProtocolError(thrown: unknown, logger: Logger): ProtocolError {
  const error = toAppError(thrown);
  if (error.code === 'INTERNAL_ERROR' || error.code === 'DATABASE_ERROR') {
    logger.error('mcp resource failed', { error });
  }
  return new ProtocolError(ProtocolErrorCode.InternalError, error.message);
}
