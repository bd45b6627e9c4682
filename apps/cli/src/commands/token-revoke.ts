import { defineCommand } from '../command.ts';
import { requestOk } from '../connection/request-json.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { jsonOption, printJson } from '../print-json.ts';

/** `shipmate token revoke`: revokes an API token. */
export const tokenRevoke = defineCommand({
  arguments: { token: { description: 'The id of the token, as "shipmate token list" prints it.', required: true } },
  options: { json: jsonOption, ...connectionOptions },
  examples: [['token revoke 01a2…', 'Refuse all later requests with the token']],
  notes: `A token cannot revoke tokens: stop "shipmate up" and run the command without SHIPMATE_TOKEN, or use the page "API tokens".\n${connectionNotes}`,
  run: async ({ token, json, ...options }, context) => {
    await withConnection({ ...options, 'no-demo-cluster': true }, context, ({ web }) =>
      requestOk(web, { path: `/api/tokens/${encodeURIComponent(token)}`, method: 'DELETE' }),
    );
    if (json) printJson(context.terminal, { id: token, isRevoked: true });
    else context.terminal.print('Revoked.');
  },
});
