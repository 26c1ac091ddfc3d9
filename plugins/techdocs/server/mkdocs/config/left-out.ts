import type { Notices } from '../notices.ts'
import { toFlag, toTexts, type Options } from './config-values.ts'
import { matchesSegment } from './ignore-patterns.ts'

const maxPatterns = 1000

/** Whether the plugin `exclude` leaves a file out: by patterns whose `*` also stands for slashes, and by regular expressions. */
export function createExcluded(options: Options | undefined, file: string | undefined, notices: Notices): (path: string) => boolean {
  const globs = toTexts(options?.['glob']).slice(0, maxPatterns)
  const expressions = toTexts(options?.['regex'])
    .slice(0, maxPatterns)
    .flatMap(source => {
      try {
        return [new RegExp(`^(?:${source})`)]
      } catch {
        const message = `The plugin 'exclude' has a regular expression that cannot be read here: ${source}`
        notices.add({ level: 'warning', code: 'exclude-unreadable', message, ...(file !== undefined && { file }) })
        return []
      }
    })
  return path => globs.some(glob => matchesSegment(path, glob)) || expressions.some(expression => expression.test(path))
}

/** What the plugin `exclude-search` keeps out of search. */
export interface SearchExclusion {
  /** Whether a page is searched at all. */
  readonly isSearched: (page: { readonly file: string; readonly tags: readonly string[]; readonly isInNav: boolean }) => boolean
  /** Whether the part below a heading is searched. */
  readonly isSectionSearched: (file: string, id: string) => boolean
}

export function createSearchExclusion(options: Options | undefined): SearchExclusion {
  const listed = toTexts(options?.['exclude']).slice(0, maxPatterns)
  const kept = new Set(toTexts(options?.['ignore']))
  const pages = listed.filter(entry => !entry.includes('#'))
  const sections = listed.filter(entry => entry.includes('#'))
  const tags = new Set(toTexts(options?.['exclude_tags']))
  const isOnlyNav = toFlag(options?.['exclude_unreferenced']) === true
  return {
    isSearched({ file, tags: own, isInNav }) {
      if (kept.has(file)) return true
      const isListed = pages.some(pattern => matchesSegment(file, pattern)) || own.some(tag => tags.has(tag))
      return !isListed && (isInNav || !isOnlyNav)
    },
    isSectionSearched: (file, id) => !sections.some(pattern => matchesSegment(`${file}#${id}`, pattern)) || kept.has(`${file}#${id}`),
  }
}
