import { expect, it } from 'vitest';
import { isPrivateHost, isPublicAddress } from './public-address.ts';

it.each([
  ['93.184.215.14', true],
  ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.16.0.1', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['::1', false],
  ['::', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['::ffff:10.0.0.1', false],
  ['::ffff:93.184.215.14', true],
  ['64:ff9b::a00:1', false],
  ['::127.0.0.1', false],
  ['::7f00:1', false],
  ['::10.0.0.1', false],
  ['::5db8:d70e', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:7f00:1', false],
  ['::ffff:0:127.0.0.1', false],
  ['2002:7f00:1::', false],
  ['2002:a00:1::1', false],
  ['64:ff9b::7f00:1', false],
  ['64:ff9b:1::7f00:1', false],
  ['64:ff9b:1:a00:0:1::', false],
  ['2001:0:7f00:1::', false],
  ['fec0::1', false],
  ['100::1', false],
  ['5f00::1', false],
  ['2001:db8::1', false],
  ['not an address', false],
])('isPublicAddress(%s) is %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

it.each([
  ['localhost', true],
  ['hub.localhost', true],
  ['127.0.0.1', true],
  ['[::1]', true],
  ['[::127.0.0.1]', true],
  [new URL('https://[::127.0.0.1]/').hostname, true],
  [new URL('https://[::ffff:127.0.0.1]/').hostname, true],
  ['[64:ff9b:1::7f00:1]', true],
  ['localhost.', true],
  ['10.0.0.8', true],
  ['artifacthub.io', false],
  ['localhost.example.com', false],
  ['93.184.215.14', false],
])('isPrivateHost(%s) is %s', (host, isPrivate) => {
  expect(isPrivateHost(host)).toBe(isPrivate);
});
