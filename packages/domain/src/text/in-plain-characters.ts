import { toPlainCharacters } from './plain-characters.ts';
import type { Tier, TierName } from './tier.ts';

/** Returns a tier that also treats typographic quotes, dashes and spaces as plain ones. */
export function inPlainCharacters(tier: Tier, name: TierName): Tier {
  const overlooked = 'taking typographic characters for plain ones';
  return {
    ...tier,
    name,
    leniency: tier.leniency === '' ? overlooked : `${tier.leniency} and ${overlooked}`,
    find(searched, oldText, limit) {
      const plainOldText = toPlainCharacters(oldText);
      const isSame = searched.plain === searched && plainOldText === oldText;
      return isSame ? [] : tier.find(searched.plain, plainOldText, limit);
    },
  };
}
