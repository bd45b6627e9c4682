import ipaddr from 'ipaddr.js';

/** The only block of IPv6 that is assigned to the public Internet (RFC 4291, section 2.4). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Returns true if an IP address is on the public Internet: not private, loopback, link-local, shared or reserved. An
 * IPv6 address with an embedded IPv4 address is classified by it when it is mapped (`::ffff:…`) and is not public in
 * any other form (compatible, 6to4, NAT64).
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast);
}

/** Returns true if a URL's host is by its name or address on this machine or a private network. */
export function isPrivateHost(hostname: string): boolean {
  const host = withoutBrackets(hostname);
  return isLoopbackHost(host) || (ipaddr.isValid(host) && !isPublicAddress(host));
}

/** Returns true if a URL's host is by its name or address on this machine. */
export function isLoopbackHost(hostname: string): boolean {
  const host = withoutBrackets(hostname).replace(/\.$/, '');
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  return ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback';
}

function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
