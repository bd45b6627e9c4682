import { afterEach, expect, it, vi } from 'vitest';
import { clientEnvironmentSchema, portEnvironmentSchema, readVariables } from './env.ts';

afterEach(() => vi.unstubAllEnvs());

it('readVariables names the option that an invalid value came from', () => {
  vi.stubEnv('TOOLS_API_URL', 'http://127.0.0.1:8080');
  expect(() => readVariables(clientEnvironmentSchema, { TOOLS_API_URL: 'tools' })).toThrow(
    /^ {2}--url: must be a URL/m,
  );
  expect(() => readVariables(portEnvironmentSchema, { WEB_PORT: 'any' })).toThrow(/^ {2}--port: must be a number/m);
});

it('readVariables names the variable that an invalid value came from', () => {
  vi.stubEnv('TOOLS_API_URL', 'tools');
  expect(() => readVariables(clientEnvironmentSchema, { TOOLS_API_URL: undefined })).toThrow(
    /^ {2}TOOLS_API_URL: must/m,
  );
});

it('readVariables takes an option before the variable', () => {
  vi.stubEnv('SHIPMATE_URL', 'tools');
  expect(readVariables(clientEnvironmentSchema, { SHIPMATE_URL: 'http://127.0.0.1:3000' })).toMatchObject({
    SHIPMATE_URL: 'http://127.0.0.1:3000',
  });
});
