/** Whether a version comes after another. One before a release (`1.2.0-beta.1`) is never announced, and every release comes after it. */
export function isNewer(version: string, than: string): boolean {
  const [left, right] = [partsOf(version), partsOf(than)]
  if (!left || !right || left.isBefore) return false
  const at = left.numbers.findIndex((number, index) => number !== right.numbers[index])
  return at === -1 ? right.isBefore : left.numbers[at]! > right.numbers[at]!
}

function partsOf(version: string): { readonly numbers: readonly number[]; readonly isBefore: boolean } | undefined {
  const match = /^(\d+)\.(\d+)\.(\d+)(-)?/.exec(version)
  return match ? { numbers: match.slice(1, 4).map(Number), isBefore: match[4] !== undefined } : undefined
}
