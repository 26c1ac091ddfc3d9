import type { DocumentPath } from '../document/open-document.ts'

const places = [['components', 'schemas'], ['definitions'], ['$defs']]

/** Whether a schema there has a name that people know it by. */
export function isNamedPlace(path: DocumentPath): boolean {
  return places.some(place => path.length === place.length + 1 && place.every((word, at) => path[at] === word))
}

/** Words of paths that say only what kind of thing follows. */
const silent = new Set(['components', 'schemas', 'definitions', '$defs', 'properties', 'paths', 'schema', 'content', 'application/json'])

/** Names for schemas by where they stand, no name twice: `Booking`, `Booking.customer`. */
export function createPartNames(rootName: string): (path: DocumentPath) => string {
  const taken = new Set<string>()
  return path => {
    const words = path.filter(word => !silent.has(String(word)))
    const name = isNamedPlace(path) ? String(path.at(-1)) : words.join('.') || (path.length === 0 ? rootName : path.join('.'))
    let unique = name
    for (let count = 2; taken.has(unique); count += 1) unique = `${name} (${count})`
    taken.add(unique)
    return unique
  }
}
