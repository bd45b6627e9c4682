import type { Principal } from '@shipmate/core';
import { newId } from '../identifier/id.ts';
import type { Project } from '../project/project.ts';
import type { Stores } from '../persistence/stores.ts';

/** Creates a project with its first channel, `general`. Call it in a transaction. @throws AppError `CONFLICT` if the name is taken */
export async function createProject(
  { projects, audit }: Stores,
  principal: Principal,
  { name, description }: Pick<Project, 'name' | 'description'>,
): Promise<Project> {
  const project = await projects.create(principal, { id: newId(), name, description });
  await projects.createChannel(principal, { id: newId(), projectId: project.id, name: 'general' });
  await audit.append(principal, { kind: 'project_created', subjectId: project.id, details: { name } });
  return project;
}

/** Deletes a project with its channels; its repositories stay. Call it in a transaction. @throws AppError `NOT_FOUND` to all but its members */
export async function removeProject(
  { projects, audit }: Stores,
  principal: Principal,
  projectId: string,
): Promise<void> {
  const { name } = await projects.get(principal, projectId);
  await projects.remove(principal, projectId);
  await audit.append(principal, { kind: 'project_removed', subjectId: projectId, details: { name } });
}

/** A member of a project. */
interface Membership {
  readonly projectId: string;
  readonly userId: string;
}

/** Adds a member of the organization to a project. Call it in a transaction. @throws AppError `NOT_FOUND` for another user, and to all but its members */
export async function addProjectMember(
  { projects, audit }: Stores,
  principal: Principal,
  { projectId, userId }: Membership,
): Promise<void> {
  const { name } = await projects.get(principal, projectId);
  await projects.addMember(principal, projectId, userId);
  await audit.append(principal, { kind: 'project_member_added', subjectId: projectId, details: { name, userId } });
}

/** Removes a member from a project. Call it in a transaction. @throws AppError `NOT_FOUND`, and `CONFLICT` for the last one, as the store does */
export async function removeProjectMember(
  { projects, audit }: Stores,
  principal: Principal,
  { projectId, userId }: Membership,
): Promise<void> {
  const { name } = await projects.get(principal, projectId);
  await projects.removeMember(principal, projectId, userId);
  await audit.append(principal, { kind: 'project_member_removed', subjectId: projectId, details: { name, userId } });
}
