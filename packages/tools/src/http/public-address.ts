import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Whether an IP address is one of the public Internet: not private, loopback, link-local, shared, reserved or mapped to one. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

/** Whether a URL's host says by itself that it is on this machine or a private network. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  return ipaddr.isValid(host) && !isPublicAddress(host);
}

/** Resolves names to public addresses only. The socket connects to what was checked, so a second answer cannot differ. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const allowed = error ? [] : addresses.filter(({ address }) => isPublicAddress(address));
    const [first] = allowed;
    if (error || !first) {
      callback(error ?? Object.assign(new Error(`${hostname} is no public host.`), { code: 'EPRIVATE' }), '', 0);
    } else if (options.all) callback(null, allowed);
    else callback(null, first.address, first.family);
  });
};
