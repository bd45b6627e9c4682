import { maxMessageChars } from '@shipmate/domain/project';
import { z } from 'zod';
import { pageQuerySchema } from './page.ts';

const nameSchema = z.string().trim().min(1).max(100);

/** A project of the organization. */
export const projectSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  createdAt: z.string(),
});
export type ProjectView = z.infer<typeof projectSchema>;

/** `GET /api/projects`: the caller's own projects by name. */
export const projectListResponseSchema = z.object({ projects: z.array(projectSchema) });
export type ProjectListResponse = z.infer<typeof projectListResponseSchema>;

/** `POST /api/projects` creates a project with the caller as its member and the channel `general`. CONFLICT if the name is taken. */
export const createProjectRequestSchema = z.strictObject({
  name: nameSchema,
  description: z.string().trim().max(2_000).default(''),
});
export type CreateProjectRequest = z.input<typeof createProjectRequestSchema>;

/** A named place for messages. */
export const channelSchema = z.object({ id: z.string(), name: z.string() });
export type ChannelView = z.infer<typeof channelSchema>;

/** A person of the organization. */
const personSchema = z.object({
  userId: z.string(),
  name: z.string(),
  /** Null for a person who left the organization, and for a caller who is not signed in, such as a token. */
  email: z.string().nullable(),
});

/** `GET /api/projects/{id}`, for members of the project. */
export const projectResponseSchema = z.object({
  project: projectSchema,
  members: z.array(personSchema),
  /** The members of the organization who can be added. */
  others: z.array(personSchema),
  channels: z.array(channelSchema),
  repositories: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type ProjectResponse = z.infer<typeof projectResponseSchema>;

/** `POST /api/projects/{id}/channels` creates a channel. CONFLICT if the project has one of that name. */
export const createChannelRequestSchema = z.strictObject({ name: nameSchema });
export type CreateChannelRequest = z.input<typeof createChannelRequestSchema>;

/** A message of a channel. */
export const channelMessageSchema = z.object({
  id: z.string(),
  userId: z.string(),
  /** Null once the user is deleted. */
  userName: z.string().nullable(),
  /** The run whose agent sent it for the user; null for a message of the user. */
  runId: z.string().nullable(),
  content: z.string(),
  createdAt: z.string(),
});
export type ChannelMessageView = z.infer<typeof channelMessageSchema>;

/** `GET /api/projects/{id}/channels/{channelId}/messages`, newest first. */
export const channelMessagesQuerySchema = pageQuerySchema;
export const channelMessagesResponseSchema = z.object({
  messages: z.array(channelMessageSchema),
  /** `before` of the next page; null on the last one. */
  next: z.string().nullable(),
});
export type ChannelMessagesResponse = z.infer<typeof channelMessagesResponseSchema>;

/** `POST /api/projects/{id}/channels/{channelId}/messages` sends a message and returns it. */
export const sendMessageRequestSchema = z.strictObject({ content: z.string().trim().min(1).max(maxMessageChars) });
export type SendMessageRequest = z.input<typeof sendMessageRequestSchema>;
