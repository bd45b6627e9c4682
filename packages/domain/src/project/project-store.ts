import type { Principal } from '@shipmate/core';
import type { Channel, ChannelMessage, NewChannelMessage, Project, ProjectMember } from './project.ts';

/**
 * Store for projects, their members and channels.
 *
 * **Contract.** A project is visible to its members only; anything else, also to a credential for one workspace, is `NOT_FOUND`. Members
 * are members of the project's organization, and leave the project when they leave the organization.
 */
export interface ProjectStore {
  /** Creates a project with the principal as its first member. @throws AppError `CONFLICT` if the name is taken. */
  create(principal: Principal, project: Pick<Project, 'id' | 'name' | 'description'>): Promise<Project>;
  get(principal: Principal, projectId: string): Promise<Project>;
  /** Lists the principal's projects by name. */
  list(principal: Principal): Promise<readonly Project[]>;
  /** Removes a project with its channels. Its repositories stay. */
  remove(principal: Principal, projectId: string): Promise<void>;
  /** Adds a member of the organization. Idempotent. @throws AppError `NOT_FOUND` for any other user. */
  addMember(principal: Principal, projectId: string, userId: string): Promise<void>;
  /** @throws AppError `NOT_FOUND` for a user who is no member, `CONFLICT` for the last one, without whom nobody would see the project. */
  removeMember(principal: Principal, projectId: string, userId: string): Promise<void>;
  /** Lists members by name, at most 1,000. */
  listMembers(principal: Principal, projectId: string): Promise<readonly ProjectMember[]>;
  /** @throws AppError `CONFLICT` if a channel of the project has the name. */
  createChannel(principal: Principal, channel: Pick<Channel, 'id' | 'projectId' | 'name'>): Promise<Channel>;
  getChannel(principal: Principal, channelId: string): Promise<Channel>;
  /** Lists channels by name, at most 1,000. */
  listChannels(principal: Principal, projectId: string): Promise<readonly Channel[]>;
  /** Appends a message of the principal. The message that a call has sent already is returned unchanged. */
  appendMessage(principal: Principal, message: NewChannelMessage): Promise<ChannelMessage>;
  /** Lists messages, newest first; `before` is the id of a message, and only older ones follow. */
  listMessages(
    principal: Principal,
    channelId: string,
    page: { readonly before?: string | undefined; readonly limit: number },
  ): Promise<readonly ChannelMessage[]>;
}
