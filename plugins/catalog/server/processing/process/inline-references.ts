import { inputError } from '@portico/core/common'
import { dump } from 'js-yaml'
import { exceeds } from '../read/document-limits.ts'
import { parseYaml, resolveTarget, type PlaceholderContext } from '../read/included-file.ts'

const maxFiles = 200
const maxDepth = 100

/** An API definition as text in which references to other files are replaced by what they lead to. Those within the file stay. */
export async function inlineReferences(target: string, context: PlaceholderContext): Promise<string> {
  const text = await context.readText(target)
  const root = parseYaml(text, target, context)
  const files = new Map<string, unknown>([[target, root]])
  let hasOthers = false
  let size = 0

  async function fileAt(file: string): Promise<unknown> {
    if (files.has(file)) return files.get(file)
    if (files.size >= maxFiles) throw inputError(`${target} refers to more than ${maxFiles} files`)
    const read = parseYaml(await context.readText(file), file, context)
    files.set(file, read)
    return read
  }

  /** `trail` are the references that lead here: one of them again would never end. */
  async function inline(value: unknown, base: string, trail: readonly string[]): Promise<unknown> {
    if (trail.length > maxDepth) throw inputError(`${target} refers on and on, more than ${maxDepth} times`)
    size += typeof value === 'string' ? value.length + 1 : 1
    // References in the files that it refers to multiply: a few lines may stand for more than there is room for.
    if (size > context.limits.entityBytes)
      throw inputError(`${target}, with its references followed, ${exceeds('entityBytes', context.limits)}`)
    if (Array.isArray(value)) {
      const items: unknown[] = []
      for (const item of value) items.push(await inline(item, base, trail))
      return items
    }
    if (typeof value !== 'object' || value === null) return value
    const ref = (value as { $ref?: unknown }).$ref
    if (typeof ref === 'string' && !(ref.startsWith('#') && base === target)) return follow(ref, base, trail)
    const entries: [string, unknown][] = []
    for (const [key, part] of Object.entries(value)) {
      size += key.length
      entries.push([key, await inline(part, base, trail)])
    }
    return Object.fromEntries(entries)
  }

  async function follow(ref: string, base: string, trail: readonly string[]): Promise<unknown> {
    hasOthers = true
    const [path = '', pointer = ''] = ref.split('#', 2)
    const file = path === '' ? base : resolveTarget(path, context, base)
    const reference = `${file}#${pointer}`
    if (trail.includes(reference)) throw inputError(`${target} refers to itself through ${reference}`)
    return inline(partAt(await fileAt(file), pointer, reference), file, [...trail, reference])
  }

  const inlined = await inline(root, target, [])
  // Untouched where there is nothing to replace: comments and order are worth keeping.
  return hasOthers ? dump(inlined, { lineWidth: -1, noRefs: true }) : text
}

function partAt(document: unknown, pointer: string, reference: string): unknown {
  let value = document
  for (const part of pointer.split('/').slice(1)) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key))
      throw inputError(`The reference ${reference} does not exist`)
    value = (value as Record<string, unknown>)[key]
  }
  return value
}
