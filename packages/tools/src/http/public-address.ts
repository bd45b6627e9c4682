import ipaddr from 'ipaddr.js';

/** Whether an IP address is one of the public Internet: not private, loopback, link-local, shared, reserved or mapped to one. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

/** Whether a URL's host says by itself that it is on this machine or a private network. */
export function isPrivateHost(hostname: string): boolean {
  const host = withoutBrackets(hostname);
  return isLoopbackHost(host) || (ipaddr.isValid(host) && !isPublicAddress(host));
}

/** Whether a URL's host says by itself that it is on this machine. */
export function isLoopbackHost(hostname: string): boolean {
  const host = withoutBrackets(hostname);
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  return ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback';
}

function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
