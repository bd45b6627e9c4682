import { expect, it } from 'vitest';
import { isSameOrigin } from './same-origin.ts';

it.each([
  { method: 'GET', headers: { 'sec-fetch-site': 'cross-site' }, allowed: true },
  { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' }, allowed: true },
  { method: 'POST', headers: { 'sec-fetch-site': 'none' }, allowed: true },
  { method: 'POST', headers: { 'sec-fetch-site': 'same-site' }, allowed: false },
  { method: 'POST', headers: { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' }, allowed: false },
  { method: 'POST', headers: { origin: 'http://localhost:3000' }, allowed: true },
  { method: 'POST', headers: { origin: 'http://localhost:8080' }, allowed: false },
  { method: 'DELETE', headers: { origin: 'https://evil.example' }, allowed: false },
  { method: 'POST', headers: { origin: 'null' }, allowed: false },
  { method: 'POST', headers: {}, allowed: true },
])('isSameOrigin for $method with $headers is $allowed', ({ method, headers, allowed }) => {
  expect(isSameOrigin(new Request('http://localhost:3000/api/chat', { method, headers: new Headers(headers) }))).toBe(
    allowed,
  );
});
