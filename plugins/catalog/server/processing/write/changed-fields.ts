import { isRecord } from '@portico/core/common'

const maxDepth = 6
const maxPaths = 50

/** The dotted paths at which two documents differ; lists count as one value. Long lists of paths are cut short. */
export function changedFields(before: unknown, after: unknown): string[] {
  const paths: string[] = []
  compare(before, after, '', 0, paths)
  return paths.sort().slice(0, maxPaths)
}

function compare(before: unknown, after: unknown, path: string, depth: number, paths: string[]): void {
  if (before === after) return
  if (!isRecord(before) || !isRecord(after) || depth === maxDepth) {
    if (JSON.stringify(before) !== JSON.stringify(after)) paths.push(path)
    return
  }
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const one = Object.hasOwn(before, key) ? before[key] : undefined
    const other = Object.hasOwn(after, key) ? after[key] : undefined
    compare(one, other, path === '' ? key : `${path}.${key}`, depth + 1, paths)
  }
}
