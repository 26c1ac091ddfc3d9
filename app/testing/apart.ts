import type { ServerPlugin, Service } from '@portico/core/server'

/** More at once would leave too few plugins that run without them. */
const maxTogether = 7

/** Who needs whom, and which of the plugins can be broken in one portal without hiding what the others do. */
export function createNeeds(plugins: readonly ServerPlugin[], pages: Readonly<Record<string, readonly string[]>> = {}) {
  const provided = new Map(plugins.flatMap(({ id, provides }) => servicesIn(provides).map(service => [service.id, id] as const)))
  const needs = new Map<string, readonly { readonly id: string; readonly isOptional: boolean }[]>([
    ...Object.entries(pages).map(([id, needed]) => [id, needed.map(each => ({ id: each, isOptional: false }))] as const),
    ...plugins.map(
      ({ id, uses }) =>
        [
          id,
          servicesIn(uses).flatMap(service => {
            const owner = provided.get(service.id)
            return owner === undefined ? [] : [{ id: owner, isOptional: service.optional !== undefined }]
          }),
        ] as const,
    ),
  ])

  function reach(id: string, isCounted: (isOptional: boolean) => boolean): Set<string> {
    const found = new Set([id])
    for (let before = 0; before !== found.size;) {
      before = found.size
      for (const [other, needed] of needs) if (needed.some(each => found.has(each.id) && isCounted(each.isOptional))) found.add(other)
    }
    return found
  }

  /** The plugin, and those that cannot do without it. */
  const off = (id: string) => reach(id, isOptional => !isOptional)
  /** Also those that can. */
  const touched = (id: string) => reach(id, () => true)

  return {
    off,
    /** Groups of plugins of which none needs another one, or keeps another one from showing who can do without it. */
    groups<T extends { readonly id: string }>(all: readonly T[]): T[][] {
      const groups: T[][] = []
      // Those that can do without the one run, if the other does not keep them from it.
      const showsOn = (a: string, b: string) => !off(b).has(a) && [...touched(a)].every(each => off(a).has(each) || !off(b).has(each))
      const isApart = (a: string, b: string) => showsOn(a, b) && showsOn(b, a)
      // What much hangs on has the fewest others beside it.
      for (const each of all.toSorted((a, b) => touched(b.id).size - touched(a.id).size)) {
        const group = groups.find(members => members.length < maxTogether && members.every(member => isApart(member.id, each.id)))
        if (group) group.push(each)
        else groups.push([each])
      }
      return groups
    },
  }
}

function servicesIn(services: ServerPlugin['uses']): Service<unknown>[] {
  return Object.values((services ?? {}) as Record<string, Service<unknown>>)
}
