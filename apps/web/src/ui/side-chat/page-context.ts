import type { PageContext } from '../chat/use-conversation-chat.ts';
import type { ConversationEntry } from '../api/all-conversations.ts';

/** A page of the app. */
interface ShownPage {
  readonly path: string;
  readonly title: string;
  readonly params: object;
  readonly search: object;
  /** Fields that the page adds; they replace those of the address. */
  readonly more?: PageContext;
}

const maxFields = 20;
const maxCharacters = 500;

/** Returns the context of a page, bounded as the server requires. The id of a rule is also the current workflow. */
export function toPageContext({ path, title, params, search, more = {} }: ShownPage): PageContext {
  const ruleId = 'ruleId' in params ? { workflow_id: params.ruleId } : {};
  const fields = Object.entries({ page: path, title, ...params, ...search, ...more, ...ruleId });
  return Object.fromEntries(
    fields
      .flatMap(([name, value]) => {
        const text = typeof value === 'string' || typeof value === 'number' ? `${value}`.trim() : '';
        return text === '' ? [] : [[name, text.slice(0, maxCharacters)] as const];
      })
      .slice(0, maxFields),
  );
}

/** The agents that answer beside a page. */
export type SideAgent = Extract<
  ConversationEntry['contextType'],
  'cluster' | 'workflow' | 'tables' | 'diagram' | 'plain'
>;

const agentsByPath: Readonly<Record<string, SideAgent>> = {
  rules: 'workflow',
  alerts: 'workflow',
  tables: 'tables',
  'code-maps': 'diagram',
};

/** Returns the agent that answers about a page. */
export function sideAgentOf(path: string, { hasCluster }: { readonly hasCluster: boolean }): SideAgent {
  return agentsByPath[path.split('/')[1] ?? ''] ?? (hasCluster ? 'cluster' : 'plain');
}
