import type { McpServerListResponse, McpServerView } from '@shipmate/protocol/web/mcp-servers';
import { Plus, RefreshCw, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { Banner } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { SelectField } from '../components/select-field.tsx';
import { TextField } from '../components/text-field.tsx';
import { Waiting } from '../components/waiting.tsx';
import { RelativeTime } from '../time/relative-time.tsx';
import { McpToolList } from './mcp-tool-list.tsx';
import { useAddMcpServer, useChangeMcpServer, useMcpServers, useRemoveMcpServer } from './mcp-server-queries.ts';

type ContextType = McpServerView['contextTypes'][number];

/** The agents, as people know them. */
const agentWords: Readonly<Record<ContextType, string>> = {
  chart: 'Charts',
  cluster: 'Clusters',
  workflow: 'Rules',
  tables: 'Tables',
  repository: 'Repositories',
  diagram: 'Diagrams',
  plain: 'Chat',
};
const agents = Object.keys(agentWords) as ContextType[];

/** The MCP servers whose tools agents call; owners add servers and decide about tools. */
export function McpServersSection() {
  const { data, error, refetch } = useMcpServers();
  const [isAdding, setAdding] = useState(false);
  return (
    <section aria-labelledby="mcp-heading" className="space-y-3">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <h2 id="mcp-heading" className="font-semibold">
            MCP servers
          </h2>
          <p className="text-muted text-xs">
            Agents may call the tools that an owner has turned on. When a server changes the definition of a tool, the
            tool is off until an owner accepts the change.
          </p>
        </div>
        {data?.canChange && (
          <Button icon={<Plus />} onClick={() => setAdding(true)}>
            Add MCP server
          </Button>
        )}
      </div>
      {error && !data && <ErrorBanner error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Waiting>Loading the MCP servers…</Waiting>}
      {data?.servers.length === 0 && <p className="text-muted text-xs">No MCP servers yet.</p>}
      {data?.servers.map((server) => (
        <McpServerItem key={server.id} server={server} canChange={data.canChange} />
      ))}
      <Dialog
        isOpen={isAdding}
        onClose={() => setAdding(false)}
        title="Add MCP server"
        description="Its tools are off until you turn them on."
      >
        <McpServerForm programs={data?.programs ?? []} onAdded={() => setAdding(false)} />
      </Dialog>
    </section>
  );
}

interface McpServerItemProps {
  readonly server: McpServerView;
  readonly canChange: boolean;
}

/** A server with its agents and tools. */
function McpServerItem({ server, canChange }: McpServerItemProps) {
  const { id, name, url, program, contextTypes, checkedAt, problem, hasToken } = server;
  const change = useChangeMcpServer(id);
  const [isRemoving, setRemoving] = useState(false);
  const headingId = useId();
  const { variables, isPending } = change;
  // A choice shows at once, so that the next one builds on it.
  const [chosen, setChosen] = useState<ContextType[]>();

  function choose(agentsOfServer: ContextType[]) {
    setChosen(agentsOfServer);
    change.mutate({ action: 'agents', contextTypes: agentsOfServer }, { onSettled: () => setChosen(undefined) });
  }
  return (
    <section aria-labelledby={headingId} className="border-line bg-surface space-y-3 rounded-lg border p-4">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2 text-xs">
        <div className="min-w-0 flex-1 basis-60">
          <h3 id={headingId} className="font-mono font-semibold wrap-anywhere">
            {name}
          </h3>
          <p className="text-muted wrap-anywhere">
            {url ?? `Program ${program}`}
            {hasToken && ', with a token'}
          </p>
          <p className="text-muted">
            {checkedAt === null ? (
              'Not checked yet'
            ) : (
              <>
                Checked <RelativeTime at={checkedAt} />
              </>
            )}
          </p>
        </div>
        {canChange && (
          <div className="flex flex-wrap gap-2">
            <Button
              icon={<RefreshCw />}
              isBusy={isPending && variables.action === 'refresh'}
              onClick={() => change.mutate({ action: 'refresh' })}
            >
              Refresh tools
            </Button>
            <Button icon={<Trash2 />} onClick={() => setRemoving(true)}>
              Remove server
            </Button>
          </div>
        )}
      </div>
      {problem !== null && <Banner tone="caution">{problem}</Banner>}
      {change.error && <ErrorBanner error={change.error} onDismiss={() => change.reset()} />}
      {canChange ? (
        <AgentFields chosen={chosen ?? contextTypes} onChange={choose} />
      ) : (
        <p className="text-xs">Agents: {contextTypes.map((agent) => agentWords[agent]).join(', ') || 'none'}</p>
      )}
      <McpToolList
        tools={server.tools}
        canChange={canChange}
        isBusy={isPending}
        onDecide={(decisions) => change.mutate({ action: 'decide', decisions })}
      />
      <Dialog
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        title="Remove MCP server"
        description={`Agents lose the tools of “${name}”. Its token and the decisions about its tools are deleted.`}
      >
        <RemoveServer serverId={id} onClose={() => setRemoving(false)} />
      </Dialog>
    </section>
  );
}

function RemoveServer({ serverId, onClose }: { readonly serverId: string; readonly onClose: () => void }) {
  const remove = useRemoveMcpServer();
  return (
    <>
      {remove.error && <ErrorBanner error={remove.error} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Keep</Button>
        <Button
          variant="danger"
          isBusy={remove.isPending}
          onClick={() => remove.mutate(serverId, { onSuccess: onClose })}
        >
          Remove server
        </Button>
      </div>
    </>
  );
}

interface AgentFieldsProps {
  readonly chosen: readonly ContextType[];
  readonly onChange: (chosen: ContextType[]) => void;
}

/** The agents that get the tools of a server. */
function AgentFields({ chosen, onChange }: AgentFieldsProps) {
  return (
    <fieldset className="text-xs">
      <legend className="mb-1 font-medium">Agents that may call its tools</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {agents.map((agent) => (
          <label key={agent} className="flex items-center gap-1.5">
            <input
              type="checkbox"
              className="size-4 shrink-0"
              checked={chosen.includes(agent)}
              onChange={({ target }) =>
                onChange(agents.filter((each) => (each === agent ? target.checked : chosen.includes(each))))
              }
            />
            {agentWords[agent]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface McpServerFormProps {
  readonly programs: McpServerListResponse['programs'];
  readonly onAdded: () => void;
}

/** Adds a server by its address, or by a program of the operator. */
function McpServerForm({ programs, onAdded }: McpServerFormProps) {
  const add = useAddMcpServer();
  const [name, setName] = useState('');
  const [program, setProgram] = useState('');
  const [url, setUrl] = useState('');
  const [token, setToken] = useState('');
  const [chosen, setChosen] = useState<ContextType[]>([]);
  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (add.isPending) return;
        const place = program === '' ? { url, ...(token !== '' && { token }) } : { program };
        add.mutate({ name, contextTypes: chosen, ...place }, { onSuccess: onAdded });
      }}
    >
      <TextField
        label="Name"
        required
        maxLength={20}
        pattern="[a-z0-9]([a-z0-9\-]*[a-z0-9])?"
        placeholder="wiki"
        hint="Lowercase letters, digits and hyphens. It is part of the names of its tools."
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {programs.length > 0 && (
        <SelectField
          label="Connection"
          value={program}
          options={[['', 'HTTP'], ...programs.map((each) => [each, `Program ${each}`] as const)]}
          onChange={setProgram}
        />
      )}
      {program === '' && (
        <>
          <TextField
            label="URL"
            type="url"
            required
            maxLength={2_000}
            placeholder="https://mcp.example.com/mcp"
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
          <TextField
            label="Bearer token"
            type="password"
            maxLength={10_000}
            hint="Optional. It is stored encrypted, sent to this URL only, and not shown again."
            value={token}
            onChange={(event) => setToken(event.target.value)}
          />
        </>
      )}
      <AgentFields chosen={chosen} onChange={setChosen} />
      {add.error && <ErrorBanner error={add.error} />}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" isBusy={add.isPending}>
          Add server
        </Button>
      </div>
    </form>
  );
}
