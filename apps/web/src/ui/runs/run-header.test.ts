import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { type AskedRun, toRunCurl } from './run-header.tsx';

const run = { workspaceId: null, model: 'openai:gpt-4o' };
const asked: AskedRun = { question: 'What?', contextType: 'tables', clientContext: null, persona: 'operator', run };

test('toRunCurl repeats the request with a placeholder for the token', () => {
  expect(toRunCurl(asked, 'https://shipmate.example')).toBe(`curl -N https://shipmate.example/v1/agent/chat \\
  -H 'Authorization: Bearer <token>' \\
  -H 'Content-Type: application/json' \\
  -d '{"message":"What?","context_type":"tables","context":{},"model":"openai:gpt-4o","persona":"operator"}'`);
});

test.each(["it's $HOME", 'a `b` \\ "c"\n!', "'; rm -rf / #"])(
  'toRunCurl quotes %j so that a shell passes it unchanged',
  (question) => {
    const workspace = { ...run, workspaceId: '0199' };
    const command = toRunCurl({ ...asked, question, clientContext: { page: 'x' }, run: workspace }, 'http://localhost');
    const words = execFileSync('sh', ['-c', command.replace('curl -N', "printf '%s\\0'")], { encoding: 'utf8' });
    const body: unknown = JSON.parse(words.split('\0').at(-2) ?? '');
    expect(body).toEqual({
      message: question,
      context_type: 'tables',
      context: { page: 'x', workspace_id: '0199' },
      model: 'openai:gpt-4o',
      persona: 'operator',
    });
  },
);
