import { LRUCache } from 'lru-cache'
import type { SearchIndex } from '../../search-index/search-index.ts'
import type { ThreadVisibility } from './thread-query.ts'

export type CheckRefs = (type: string, key: string, refs: readonly string[]) => Promise<readonly boolean[]>

const unknown = 0
const seen = 1
const hidden = 2
const chunk = 2000
const maxKeys = 40

/** Keeps of each document whether it may be seen, by key, so that counting does not ask again. */
export function createVisibleDocuments(index: SearchIndex) {
  const known = new LRUCache<string, Uint8Array>({ max: maxKeys })

  function answersOf(key: string): Uint8Array {
    const cacheKey = `${index.version}:${key}`
    const answers = known.get(cacheKey) ?? new Uint8Array(index.end)
    known.set(cacheKey, answers)
    return answers
  }

  async function ask(type: string, key: string, documents: readonly number[], answers: Uint8Array, check: CheckRefs): Promise<void> {
    const asked = new Map<number, number[]>()
    for (const document of documents) {
      const ref = index.refs.first(document)
      // Without a resource to ask about, conditions cannot be met.
      if (ref === 0) answers[document] = hidden
      else if (asked.has(ref)) asked.get(ref)!.push(document)
      else asked.set(ref, [document])
    }
    const refs = [...asked.keys()]
    const allowed = await check(
      type,
      key,
      refs.map(ref => index.refs.dictionary.text(ref)),
    )
    refs.forEach((ref, at) => asked.get(ref)!.forEach(document => (answers[document] = allowed[at] === true ? seen : hidden)))
  }

  return {
    /**
     * Those of the documents that may be seen, in their order, and whether all were checked. The first are checked first; when the time
     * is over, the rest counts as hidden.
     */
    async filter(
      documents: Int32Array,
      visibility: ThreadVisibility,
      { check, deadline }: { readonly check: CheckRefs; readonly deadline: number },
    ): Promise<{ readonly isVisible: (document: number) => boolean; readonly isComplete: boolean }> {
      const rules = index.types.map(type => visibility.get(type))
      const answers = rules.map(rule => (rule === undefined || rule === 'all' ? undefined : answersOf(rule)))
      let isComplete = true
      for (const [number, type] of index.types.entries()) {
        const own = answers[number]
        if (!own) continue
        const open = documents.filter(document => index.type(document) === number && own[document] === unknown)
        for (let at = 0; at < open.length; at += chunk) {
          if (performance.now() > deadline) {
            isComplete = false
            break
          }
          await ask(type, rules[number]!, [...open.subarray(at, at + chunk)], own, check)
        }
      }
      const isVisible = (document: number) => {
        const number = index.type(document)
        const rule = rules[number]
        return rule === 'all' || (rule !== undefined && answers[number]![document] === seen)
      }
      return { isVisible, isComplete }
    },
  }
}
