/** A sample for the tests of the mutation run. */
export const discounts: readonly { readonly from: number; readonly isOpen: boolean }[] = [{ from: 100, isOpen: true }];

export function isDiscounted(amount: number): boolean {
  return discounts.some(({ from, isOpen }) => isOpen && amount >= from);
}

export function countPacks(pieces: number): number {
  let packs = 0;
  for (let left = pieces; left > 0; left -= 10) packs += 1;
  return packs;
}

export function describePacks(packs: number): string {
  return `${packs} packs`;
}
