import {
  channelMessageSchema,
  channelMessagesResponseSchema,
  channelSchema,
  type CreateChannelRequest,
  type CreateProjectRequest,
  projectListResponseSchema,
  projectResponseSchema,
  projectSchema,
  type SendMessageRequest,
} from '@shipmate/protocol/web/projects';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { inPages, toPageSearch } from '../api/pages.ts';
import { deleteResource, fetchOk, requestJson } from '../api/request.ts';

const key = ['projects'] as const;

/** Refresh interval of a channel, because agents and other members send messages. */
const refreshMs = 4_000;

/** The person's projects by name. */
export function useProjects() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => requestJson('/api/projects', { schema: projectListResponseSchema, signal }),
    select: ({ projects }) => projects,
  });
}

/** A project with its members, channels and repositories. */
export function useProject(projectId: string) {
  return useQuery({
    queryKey: [...key, projectId],
    queryFn: ({ signal }) => requestJson(toPath(projectId), { schema: projectResponseSchema, signal }),
  });
}

/** Creates a project. */
export function useCreateProject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateProjectRequest) => requestJson('/api/projects', { schema: projectSchema, body }),
    onSuccess: async () => {
      // The form of a repository offers the projects.
      void client.invalidateQueries({ queryKey: ['repositories'] });
      await client.invalidateQueries({ queryKey: key });
    },
  });
}

/** Deletes a project with its channels. */
export function useDeleteProject(projectId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => deleteResource(toPath(projectId)),
    onSuccess: async () => {
      void client.invalidateQueries({ queryKey: ['repositories'] });
      await client.invalidateQueries({ queryKey: key, exact: true });
    },
  });
}

/** Creates a channel of a project. */
export function useCreateChannel(projectId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateChannelRequest) =>
      requestJson(`${toPath(projectId)}/channels`, { schema: channelSchema, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: [...key, projectId] }),
  });
}

/** Adds a person to a project. */
export function useAddMember(projectId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) => fetchOk(toMemberPath(projectId, userId), { method: 'PUT' }),
    onSettled: () => client.invalidateQueries({ queryKey: [...key, projectId] }),
  });
}

/** Removes a member from a project, which the person who is signed in then no longer sees if they removed themselves. */
export function useRemoveMember(projectId: string, isOneself: boolean) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) => deleteResource(toMemberPath(projectId, userId)),
    onSuccess: () => client.invalidateQueries({ queryKey: isOneself ? key : [...key, projectId], exact: true }),
  });
}

/** The messages of a channel, newest first, in pages. */
export function useMessages(projectId: string, channelId: string) {
  return useInfiniteQuery({
    queryKey: toMessagesKey(projectId, channelId),
    queryFn: ({ pageParam, signal }) =>
      requestJson(`${toMessagesPath(projectId, channelId)}?${toPageSearch(pageParam)}`, {
        schema: channelMessagesResponseSchema,
        signal,
      }),
    ...inPages,
    select: ({ pages }) => pages.flatMap(({ messages }) => messages),
    // Each page is a request.
    refetchInterval: ({ state }) => refreshMs * (state.data?.pages.length ?? 1),
  });
}

/** Sends a message to a channel; `onSent` is also called once the page shows another channel. */
export function useSendMessage(projectId: string, channelId: string, onSent: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SendMessageRequest) =>
      requestJson(toMessagesPath(projectId, channelId), { schema: channelMessageSchema, body }),
    onSuccess: () => {
      onSent();
      return client.invalidateQueries({ queryKey: toMessagesKey(projectId, channelId) });
    },
  });
}

function toMessagesKey(projectId: string, channelId: string) {
  return [...key, projectId, 'messages', channelId] as const;
}

function toPath(projectId: string): string {
  return `/api/projects/${encodeURIComponent(projectId)}`;
}

function toMemberPath(projectId: string, userId: string): string {
  return `${toPath(projectId)}/members/${encodeURIComponent(userId)}`;
}

function toMessagesPath(projectId: string, channelId: string): string {
  return `${toPath(projectId)}/channels/${encodeURIComponent(channelId)}/messages`;
}
