/** A path inside the root, without `.` and `..`; undefined if it leads out. */
export function normalise(path: string): string | undefined {
  if (path.startsWith('/') || path.includes('\\') || path.includes('\0')) return undefined
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.join('/')
}
