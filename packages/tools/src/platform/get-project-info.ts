import { defineTool, type ToolContext } from '@shipmate/core/tool';
import { z } from 'zod';
import { type PlatformToolPorts, requireProjectId } from './platform-ports.ts';

function named() {
  return z.object({ id: z.string(), name: z.string() });
}

export const getProjectInfo = defineTool({
  name: 'getProjectInfo',
  description:
    'Describes the project of this job: its name, description and repositories, and on request its channels, to which sendMessage sends, ' +
    'and its members. A change of these lists may be shown 30 seconds later.',
  effect: 'read',
  input: () =>
    z.object({
      includeChannels: z.boolean().default(false),
      includeMembers: z.boolean().default(false),
    }),
  output: () =>
    z.object({
      id: z.string(),
      name: z.string(),
      description: z.string(),
      repositories: z.array(named().extend({ defaultBranch: z.string().nullable() })),
      channels: z.array(named()).optional(),
      members: z.array(named()).optional(),
    }),
  async execute({ includeChannels, includeMembers }, context: ToolContext<PlatformToolPorts>) {
    const { ports, principal } = context;
    const { projectNotes, projectLists } = ports;
    const projectId = requireProjectId(context);
    // Each call, so that nobody gets lists of a project that they no longer see.
    const { id, name, description } = await projectNotes.get(principal, projectId);
    const read = async () => {
      const repositories = await projectNotes.listRepositories(principal);
      const channels = includeChannels ? await projectNotes.listChannels(principal, projectId) : undefined;
      const members = includeMembers ? await projectNotes.listMembers(principal, projectId) : undefined;
      return {
        repositories: repositories
          .filter((repository) => repository.projectId === projectId)
          .map((repository) => ({
            id: repository.id,
            name: repository.name,
            defaultBranch: repository.defaultBranch,
          })),
        ...(channels && { channels: channels.map((channel) => ({ id: channel.id, name: channel.name })) }),
        ...(members && { members: members.map((member) => ({ id: member.userId, name: member.name })) }),
      };
    };
    const { organizationId, userId, via, scopes, scope } = principal;
    const key = JSON.stringify([
      organizationId,
      userId,
      via,
      scopes,
      scope,
      projectId,
      includeChannels,
      includeMembers,
    ]);
    const lists = projectLists ? (await projectLists.get(key, read)).value : await read();
    return { id, name, description, ...structuredClone(lists) };
  },
});
