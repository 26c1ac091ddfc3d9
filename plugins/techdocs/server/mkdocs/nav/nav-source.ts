import type { Notices } from '../notices.ts'

/** An entry of the navigation as it is written, before its target is looked up. */
export interface NavSource {
  readonly title?: string | undefined
  readonly target?: string | undefined
  readonly children?: readonly NavSource[] | undefined
}

const maxDepth = 20
const maxEntries = 20_000

/** Reads `nav` of a config: a list of paths, titles with paths, and titles with lists. */
export function readNav(nav: unknown, file: string, notices: Notices): NavSource[] {
  let count = 0
  const warn = (message: string) => notices.add({ level: 'warning', code: 'nav-form', message, file })

  function readList(value: unknown, depth: number): NavSource[] {
    if (depth > maxDepth) return (warn(`The nav is nested more than ${maxDepth} deep; what is deeper is left out`), [])
    if (value === null || value === undefined) return []
    if (typeof value === 'string') return [{ target: value }]
    if (!Array.isArray(value)) return typeof value === 'object' ? readMapping(value, depth) : []
    return (value as unknown[]).flatMap(item => readItem(item, depth))
  }

  function readItem(item: unknown, depth: number): NavSource[] {
    count += 1
    if (count > maxEntries) return (warn(`The nav has more than ${maxEntries} entries; the rest is left out`), [])
    if (typeof item === 'string') return [{ target: item }]
    if (Array.isArray(item)) return readList(item, depth + 1)
    if (typeof item !== 'object' || item === null) return []
    if (Object.keys(item).length > 1) warn('An entry of the nav has more than one title; each is read as an entry of its own')
    return readMapping(item, depth)
  }

  function readMapping(mapping: object, depth: number): NavSource[] {
    return Object.entries(mapping).map(([title, value]: [string, unknown]) =>
      typeof value === 'string' ? { title, target: value } : { title, children: readList(value, depth + 1) },
    )
  }

  if (nav !== undefined && !Array.isArray(nav)) warn('nav is not a list')
  return readList(nav, 0)
}
