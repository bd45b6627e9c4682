import { expect, it } from 'vitest';
import { newId } from '../../identifier/id.ts';
import { findSecretHeaders, toSecretReference } from './secret-headers.ts';

it('findSecretHeaders returns every header but those that carry no secret, and the references to stored ones', () => {
  const id = newId();
  const headers = {
    Authorization: 'Bearer abc',
    'X-Token': toSecretReference(id),
    'Content-Type': 'application/json',
    'X-Row': '{{id}}',
  };
  expect(findSecretHeaders({ url: 'https://hooks.example.test/{{id}}', headers })).toEqual({
    origin: 'https://hooks.example.test',
    headers: [
      { name: 'Authorization', value: 'Bearer abc', secretId: undefined },
      { name: 'X-Token', value: `secret:${id}`, secretId: id },
    ],
  });
});

it.each([
  ['https://a.example.test', 'https://a.example.test'],
  ['https://a.example.test:8443/x?y={{z}}', 'https://a.example.test:8443'],
  ['https://{{host}}/x', undefined],
  ['https://a.example.test{{suffix}}/x', undefined],
  ['https://a.example.test:80{{port}}/x', undefined],
  ['{{url}}', undefined],
  ['nothing', undefined],
])('the secrets of a request to %s belong to %s', (url, origin) => {
  expect(findSecretHeaders({ url, headers: {} }).origin).toBe(origin);
});
