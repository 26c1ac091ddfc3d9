import path from 'node:path'

/** Whether a path fits a pattern, whose wildcards also stand for names that begin with a dot. */
export function matchesGlob(target: string, pattern: string): boolean {
  return path.posix.matchesGlob(undotted(target), undotted(pattern))
}

/** Node's own matching passes over names with a dot in front, so the dot is written as a character that no path has. */
function undotted(text: string): string {
  return text.replaceAll(/(^|[/{,(|])\.(?=[^./])/g, '$1\u0001')
}
