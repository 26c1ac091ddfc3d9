import { compileGlobs, maxForeignGlobSteps } from '@portico/core/common'

/** A test for paths that fit a pattern, whose wildcards also stand for names that begin with a dot. */
export function fitting(pattern: string): (target: string) => boolean {
  return fittingSome([pattern])
}

/** A test for paths that fit one of the patterns, or lie in a folder that does. */
export function insideSome(patterns: readonly string[]): (target: string) => boolean {
  const fits = fittingSome(patterns.map(pattern => pattern.replace(/\/+$/, '')))
  const folders = new Map<string, boolean>()

  function isInside(folder: string): boolean {
    const known = folders.get(folder)
    if (known !== undefined) return known
    const is = fitsOrLies(folder)
    folders.set(folder, is)
    return is
  }

  function fitsOrLies(target: string): boolean {
    const end = target.lastIndexOf('/')
    return (end > 0 && isInside(target.slice(0, end))) || fits(target)
  }

  return fitsOrLies
}

function fittingSome(patterns: readonly string[]): (target: string) => boolean {
  const matches = compileGlobs(
    patterns.map(pattern => pattern.replace(/^\.\//, '')),
    { dot: true, maxSteps: maxForeignGlobSteps },
  )
  const names = new Set(patterns)
  return target => names.has(target) || matches(target)
}
