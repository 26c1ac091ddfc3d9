import type { EntityGraph, EntityNode } from './graph-drawing.ts'

/** The nodes that every word of a text is found in, in the order of the graph. */
export function findNodes({ nodes }: EntityGraph, text: string): string[] {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return nodes.filter(node => isFound(node, words)).map(({ id }) => id)
}

function isFound({ form, label, ref, hint, entity }: EntityNode, words: readonly string[]): boolean {
  if (form === 'more') return false
  const whole = [label, ref, hint, entity?.metadata.title, entity?.metadata.name].filter(Boolean).join(' ').toLocaleLowerCase()
  return words.every(word => whole.includes(word))
}

/** A node and those next to it. */
export function neighboursOf({ edges }: EntityGraph, id: string): Set<string> {
  return new Set([
    id,
    ...edges.filter(({ from }) => from === id).map(({ to }) => to),
    ...edges.filter(({ to }) => to === id).map(({ from }) => from),
  ])
}
