import { fieldOf, isFields } from '../document/json-values.ts'
import type { DocumentPath } from '../document/open-document.ts'

export interface Target {
  readonly value: unknown
  readonly path: DocumentPath
}

/** How many references may lead to each other before the thing itself is reached. */
export const maxHops = 50

/** Finds what references within one document lead to. Those to other documents lead nowhere. */
export function createReferences(root: unknown): (ref: string) => Target | undefined {
  let names: ReadonlyMap<string, Target> | undefined
  return ref => {
    const hash = ref.indexOf('#')
    const base = hash === -1 ? ref : ref.slice(0, hash)
    const fragment = hash === -1 ? '' : ref.slice(hash + 1)
    names ??= base !== '' || (fragment !== '' && !fragment.startsWith('/')) ? collectNames(root) : undefined
    const start = base === '' ? { value: root, path: [] } : names?.get(base)
    if (!start) return undefined
    if (fragment === '') return start
    if (!fragment.startsWith('/')) return names?.get(`#${fragment}`)
    return follow(start, fragment)
  }
}

function follow(start: Target, pointer: string): Target | undefined {
  let { value } = start
  const path = [...start.path]
  for (const step of pointerSteps(pointer)) {
    value = fieldOf(value, step)
    if (value === undefined) return undefined
    path.push(step)
  }
  return { value, path }
}

/** The steps of a JSON pointer, as it stands in the fragment of an address. */
export function pointerSteps(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map(step => decoded(step).replaceAll('~1', '/').replaceAll('~0', '~'))
}

function decoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** What schemas call themselves: `$id`, `$anchor`, `$dynamicAnchor`, and `id` of draft 4. */
function collectNames(root: unknown): ReadonlyMap<string, Target> {
  const found = new Map<string, Target>()
  const path: string[] = []
  const note = (name: unknown, value: unknown) => {
    if (typeof name === 'string' && name !== '' && !found.has(name)) found.set(name, { value, path: [...path] })
  }
  function walk(value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    if (isFields(value)) {
      note(value.$id, value)
      if (typeof value.id === 'string' && /^(?:#|https?:)/.test(value.id)) note(value.id, value)
      for (const anchor of [value.$anchor, value.$dynamicAnchor]) if (typeof anchor === 'string') note(`#${anchor}`, value)
    }
    for (const [key, item] of Object.entries(value)) {
      path.push(key)
      walk(item)
      path.pop()
    }
  }
  walk(root)
  return found
}
