import { lookup } from 'node:dns/promises';
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { createRemotes } from './git-remotes.ts';

const remotes = createRemotes({ environment: { ALLOW_PRIVATE_NETWORKS: true }, tempRoot: tmpdir(), allowFile: false });

/** Returns the hosts that git does not look up again, with their addresses (`CURLOPT_RESOLVE` of libcurl). */
function pinnedAt(remote: string): Promise<readonly string[]> {
  return remotes.open({ remote }, ({ variables }) =>
    Promise.resolve(variables.settings.filter(([key]) => key === 'http.curloptResolve').map(([, value]) => value)),
  );
}

it('a name is pinned to its addresses, so that a second DNS answer cannot change them', async () => {
  const addresses = (await lookup('localhost', { all: true })).map(({ address }) => address);
  expect(await pinnedAt('http://localhost:3000/o/r.git')).toEqual([`localhost:3000:${addresses.join(',')}`]);
  expect(await pinnedAt('https://localhost/o/r.git')).toEqual([`localhost:443:${addresses.join(',')}`]);
});

it.each([
  'http://127.0.0.1/o/r.git',
  'http://0x7f.1/o/r.git',
  'https://[::1]:8443/o/r.git',
  'http://[0:0::0:1]/o/r.git',
])('an address needs no pin: %s', async (remote) => expect(await pinnedAt(remote)).toEqual([]));
