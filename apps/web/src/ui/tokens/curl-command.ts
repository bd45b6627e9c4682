/** Returns a shell command that calls a tool with a token. */
export function toCurlCommand(toolsApiUrl: string, secret: string): string {
  return [
    `curl ${new URL('/api/tools/latestKubernetesVersion', toolsApiUrl).href}`,
    `  -H 'Authorization: Bearer ${secret}'`,
    `  -H 'Content-Type: application/json'`,
    `  -d '{"semverField":"minor"}'`,
  ].join(' \\\n');
}
