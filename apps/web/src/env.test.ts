import { expect, it } from 'vitest';
import { readEnvironment } from './env.ts';

const DATABASE_URL = 'postgres://localhost/shipmate';
const SHIPMATE_SECRET = 'x'.repeat(32);

it('readEnvironment requires only a database', () => {
  expect(readEnvironment({ DATABASE_URL })).toMatchObject({ WEB_HOST: '127.0.0.1', WEB_PORT: 3000, LOG_LEVEL: 'info' });
});

it('readEnvironment reads the alternative names of unset variables', () => {
  const aliases = { DATABASE_URL, SHIPMATE_SECRET, PORT: '4000', GO_BACKEND_URL: 'http://localhost:8080' };
  expect(readEnvironment(aliases)).toMatchObject({ WEB_PORT: 4000, TOOLS_API_URL: 'http://localhost:8080' });
  const both = { ...aliases, WEB_PORT: '5000', TOOLS_API_URL: 'https://tools.example.test' };
  expect(readEnvironment(both)).toMatchObject({ WEB_PORT: 5000, TOOLS_API_URL: 'https://tools.example.test' });
});

it.each([
  [{}, 'DATABASE_URL'],
  [{ DATABASE_URL: 'mysql://localhost/x' }, 'DATABASE_URL'],
  [{ DATABASE_URL, WEB_PORT: '70000' }, 'WEB_PORT'],
  [{ DATABASE_URL, TOOLS_API_URL: 'http://localhost:8080' }, 'SHIPMATE_SECRET'],
  [{ DATABASE_URL, GO_BACKEND_URL: 'localhost' }, 'GO_BACKEND_URL'],
  [{ DATABASE_URL, PORT: '70000' }, 'PORT'],
  [{ DATABASE_URL, SHIPMATE_SECRET: 'short' }, 'SHIPMATE_SECRET'],
  [{ DATABASE_URL, PUBLIC_URL: 'shipmate.example.test' }, 'PUBLIC_URL'],
])('readEnvironment rejects %j and names the bad variable', (variables, name) => {
  expect(() => readEnvironment(variables)).toThrow(new RegExp(`  ${name}: `));
});

it('readEnvironment names GO_BACKEND_URL when it lacks the secret', () => {
  const variables = { DATABASE_URL, GO_BACKEND_URL: 'http://localhost:8080' };
  expect(() => readEnvironment(variables)).toThrow('SHIPMATE_SECRET: is needed when GO_BACKEND_URL is set');
});
