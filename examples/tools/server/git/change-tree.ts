import * as git from 'isomorphic-git'
import type { Store } from './store.ts'

export type Changes = ReadonlyMap<string, { readonly mode: string; readonly oid: string } | undefined>

/** Writes a tree in which some files are others than before; undefined removes one. @param base the tree before */
export async function changeTree(store: Store, base: string | undefined, changes: Changes): Promise<string> {
  const entries = new Map((base === undefined ? [] : (await git.readTree({ ...store, oid: base })).tree).map(entry => [entry.path, entry]))
  const byName = Map.groupBy(changes, ([file]) => file.split('/', 1)[0]!)
  for (const [name, own] of byName) {
    const direct = own.find(([file]) => file === name)
    if (direct) {
      const [, change] = direct
      if (change) entries.set(name, { path: name, type: 'blob', ...change })
      else entries.delete(name)
      continue
    }
    const known = entries.get(name)
    const below = new Map(own.map(([file, change]) => [file.slice(name.length + 1), change]))
    const oid = await changeTree(store, known?.type === 'tree' ? known.oid : undefined, below)
    entries.set(name, { path: name, type: 'tree', mode: '040000', oid })
  }
  return git.writeTree({ ...store, tree: [...entries.values()] })
}
