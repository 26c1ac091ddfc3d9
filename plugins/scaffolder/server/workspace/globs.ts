import path from 'node:path'

/** Whether a path fits a pattern, whose wildcards also stand for names that begin with a dot. */
export function matchesGlob(target: string, pattern: string): boolean {
  return target === pattern || path.posix.matchesGlob(undotted(target), undotted(pattern.replace(/^\.\//, '')))
}

/** Whether a path, or a folder that holds it, fits one of the patterns. */
export function matchesSome(target: string, patterns: readonly string[]): boolean {
  const steps = target.split('/')
  return patterns.some(pattern => {
    const clean = pattern.replace(/\/+$/, '')
    return steps.some((_, at) => matchesGlob(steps.slice(0, at + 1).join('/'), clean))
  })
}

/** Node's own matching skips names that begin with a dot, so the dot is written as a character that no path has. */
function undotted(text: string): string {
  return text.replaceAll(/(^|[/{,(|])\.(?=[^./])/g, '$1\u0001')
}
