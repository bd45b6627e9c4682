import { chartTools } from '@shipmate/tools';
import { describe, expect, it } from 'vitest';
import { profileFor } from '../profiles/profiles.ts';
import { getSystemPrompt } from './system-prompt.ts';

describe('getSystemPrompt', () => {
  it('ends with the chart context, when there is one', () => {
    expect(getSystemPrompt({ chartContext: 'Workspace "shop"' })).toBe(
      `${getSystemPrompt()}\n\n## Current Chart Context\nWorkspace "shop"`,
    );
    expect(getSystemPrompt()).not.toContain('Current Chart Context');
  });

  it('leaves tools to their own descriptions', () => {
    for (const { name } of chartTools) expect(getSystemPrompt()).not.toContain(name);
  });
});

describe('profileFor', () => {
  it('refuses a kind of work that has no agent', () => {
    expect(() => profileFor('repository')).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR' }));
  });
});
