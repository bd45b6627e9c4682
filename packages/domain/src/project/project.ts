/** A project of an organization: people who work together, their channels and their repositories. */
export interface Project {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly createdAt: Date;
}

/** A member of an organization who belongs to a project. */
export interface ProjectMember {
  readonly userId: string;
  readonly name: string;
  readonly addedAt: Date;
}

/** A named place for messages of a project. */
export interface Channel {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly createdAt: Date;
}

/** A message of a channel. */
export interface ChannelMessage {
  readonly id: string;
  readonly channelId: string;
  readonly userId: string;
  /** Null once the user is deleted. */
  readonly userName: string | null;
  /** The run whose agent sent it for the user; null for a message of the user. */
  readonly runId: string | null;
  readonly content: string;
  readonly createdAt: Date;
}

/** A message to be sent. */
export interface NewChannelMessage extends Pick<ChannelMessage, 'id' | 'channelId' | 'content'> {
  /** The call that sends it; null for a message of a person. A call sends one message. */
  readonly sentBy: { readonly runId: string; readonly toolCallId: string } | null;
}

/** The most characters of a message. */
export const maxMessageChars = 20_000;
