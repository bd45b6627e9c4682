import { chartTools } from '@shipmate/tools';
import { describe, expect, it } from 'vitest';
import { profileFor, profiles } from '../profiles/profiles.ts';
import { getSystemPrompt } from './system-prompt.ts';

describe('getSystemPrompt', () => {
  it('ends with the chart context when there is one', () => {
    expect(getSystemPrompt({ chartContext: 'Workspace "shop"' })).toBe(
      `${getSystemPrompt()}\n\n## Current Chart Context\nWorkspace "shop"`,
    );
    expect(getSystemPrompt()).not.toContain('Current Chart Context');
  });

  it('leaves tools to their own descriptions', () => {
    for (const { name } of chartTools) expect(getSystemPrompt()).not.toContain(name);
  });
});

describe('a profile', () => {
  it.each(profiles.map((profile) => [profile.contextType, profile] as const))(
    '%s shows the model the state of the client when the client sends one',
    (_, profile) => {
      const clientContext = { rule_name: 'Low Stock Alert', workspace_id: 'ws-7' };
      expect(profile.instructions({ clientContext })).toContain(JSON.stringify(clientContext));
      expect(profile.instructions({})).not.toContain('Current State');
    },
  );
});

describe('profileFor', () => {
  it('throws VALIDATION_ERROR when the context type has no agent', () => {
    expect(() => profileFor('billing')).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR' }));
  });
});
