import { apiTokenListResponseSchema } from '@shipmate/protocol/web/tokens';
import { alignColumns, defineCommand } from '../command.ts';
import { requestJson } from '../connection/request-json.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { jsonOption, printJson } from '../print-json.ts';

/** `shipmate token list`: lists your API tokens. */
export const tokenList = defineCommand({
  options: { json: jsonOption, ...connectionOptions },
  examples: [['token list', 'List the tokens, without their secrets']],
  notes: `A token cannot list tokens: stop "shipmate up" and run the command without SHIPMATE_TOKEN, or use the page "API tokens".\n${connectionNotes}`,
  run: async ({ json, ...options }, context) => {
    const { terminal } = context;
    const { tokens } = await withConnection({ ...options, 'no-demo-cluster': true }, context, ({ web }) =>
      requestJson(web, { path: '/api/tokens', response: apiTokenListResponseSchema }),
    );
    if (json) return printJson(terminal, { tokens });
    const rows = tokens.map(({ id, name, scopes, lastUsedAt, expiresAt }) => [
      id,
      name,
      scopes.join(','),
      lastUsedAt === null ? 'never used' : `used ${lastUsedAt.slice(0, 10)}`,
      expiresAt === null ? 'does not expire' : `expires ${expiresAt.slice(0, 10)}`,
    ]);
    terminal.print(rows.length === 0 ? 'No tokens. Create one with "shipmate token create".' : alignColumns(rows));
  },
});
