import type { CreateApiTokenResponse } from '@shipmate/protocol/web/tokens';
import { useSession } from '../api/session.ts';
import { Banner } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';
import { CodeBlock } from '../components/code-block.tsx';

/** The secret of a new token, shown only once, and a command that uses it. */
export function NewToken({ token, secret, onDone }: CreateApiTokenResponse & { onDone: () => void }) {
  const toolsApiUrl = useSession().data?.toolsApiUrl;
  return (
    <section aria-label={`Token ${token.name}`} className="space-y-3">
      <div role="status">
        <Banner tone="caution">Copy the token “{token.name}” now. It is not shown again.</Banner>
      </div>
      <CodeBlock label="Token">{secret}</CodeBlock>
      {toolsApiUrl != null && (
        <>
          <p className="text-muted text-xs">Try it in a terminal:</p>
          <CodeBlock label="Command">{toCurlCommand(toolsApiUrl, secret)}</CodeBlock>
        </>
      )}
      <Button onClick={onDone}>Done</Button>
    </section>
  );
}

/** Returns a shell command that calls a tool with a token. */
export function toCurlCommand(toolsApiUrl: string, secret: string): string {
  return [
    `curl ${new URL('/api/tools/latestKubernetesVersion', toolsApiUrl).href}`,
    `  -H 'Authorization: Bearer ${secret}'`,
    `  -H 'Content-Type: application/json'`,
    `  -d '{"semverField":"minor"}'`,
  ].join(' \\\n');
}
