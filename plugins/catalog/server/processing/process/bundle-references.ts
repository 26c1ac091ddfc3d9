import { AppError, inputError, isRecord } from '@portico/core/common'
import { dump } from 'js-yaml'
import { exceeds } from '../read/document-limits.ts'
import { parseYaml, resolveTarget, type PlaceholderContext } from '../read/included-file.ts'
import { createComponents, isGivenValue, sectionOf, type Position } from './bundle-components.ts'

const maxFiles = 500
const maxDepth = 100
const maxProblems = 100

/**
 * An API definition as one text. What references to other files lead to becomes a component where the format has a place for it, and stands in
 * place of the reference elsewhere. A reference that cannot be followed stays as it is, and a comment says why.
 */
export async function bundleReferences(target: string, context: PlaceholderContext): Promise<string> {
  const text = await context.readText(target)
  const root = readRoot(text, target, context)
  // The reading of the definition says what is wrong with it, and where.
  if (root === undefined) return text
  const files = new Map<string, unknown>([[target, root]])
  const components = createComponents(root)
  const problems = new Set<string>()
  let hasOthers = false
  let size = 0

  async function fileAt(file: string): Promise<unknown> {
    if (files.has(file)) return files.get(file)
    if (files.size >= maxFiles) throw inputError(`${target} refers to more than ${maxFiles} files`, { code: tooMuch })
    const read = await context.readText(file)
    // Descriptions are written in files of their own, too.
    const value = /\.(?:md|markdown|txt)$/i.test(new URL(file, 'file:///').pathname) ? read : parseYaml(read, file, context)
    files.set(file, value)
    return value
  }

  function grow(by: number): void {
    size += by
    // Parts that stand in place of references multiply: a few lines may stand for more than there is room for.
    if (size > context.limits.definitionBytes)
      throw inputError(`${target}, with its references followed, ${exceeds('definitionBytes', context.limits)}`, { code: tooMuch })
  }

  function plain<T>(value: T): T {
    grow(valueCost + (typeof value === 'string' ? value.length : 0))
    return value
  }

  /** `trail` are the references that this stands in place of: one of them again would never end. */
  async function bundle(value: unknown, base: string, position: Position, trail: readonly string[]): Promise<unknown> {
    if (typeof value === 'string' && components.isMapping(position, value)) return mapped(value, base, position)
    if (typeof value !== 'object' || value === null) return plain(value)
    grow(valueCost)
    if (Array.isArray(value)) {
      const items: unknown[] = []
      for (const [at, item] of value.entries())
        items.push(typeof item === 'object' ? await bundle(item, base, [...position, at], trail) : plain(item))
      return items
    }
    if (!isRecord(value)) return value
    const ref = value['$ref']
    if (typeof ref === 'string' && !(ref.startsWith('#') && (base === target || isGivenValue(position))))
      return follow(value, ref, base, position, trail)
    const entries: [string, unknown][] = []
    for (const [key, part] of Object.entries(value)) {
      grow(key.length)
      entries.push([key, await bundle(part, base, [...position, key], trail)])
    }
    return Object.fromEntries(entries)
  }

  /** The part that a reference leads to, or why it does not. */
  async function partOf(
    ref: string,
    base: string,
    isGiven: boolean,
  ): Promise<{ file: string; pointer: string; part: unknown } | undefined> {
    const [path = '', pointer = ''] = ref.split('#', 2)
    try {
      const file = path === '' ? base : resolveTarget(path, context, base)
      return { file, pointer, part: partAt(await fileAt(file), pointer, `${file}#${pointer}`) }
    } catch (error) {
      if (!(isLasting(error) || (isForeign(path, target) && error instanceof AppError && error.code !== tooMuch)) || context.insteadOf)
        throw error
      if (!isGiven && problems.size < maxProblems) problems.add(`${ref} is left as it is: ${error.message.replaceAll(/\s+/g, ' ')}`)
      return undefined
    }
  }

  async function follow(value: Record<string, unknown>, ref: string, base: string, position: Position, trail: readonly string[]) {
    const isGiven = isGivenValue(position)
    const found = await partOf(ref, base, isGiven)
    if (!found) return value
    hasOthers = true
    const { $ref: _ref, ...beside } = value
    const { file, pointer, part } = found
    if (file === target) return { ...beside, $ref: `#${pointer}` }
    const reference = `${file}#${pointer}`
    const section = isGiven || components.ownPlaceOf(reference, position) ? undefined : sectionOf(position)
    const known = section && components.place(section, reference, nameFor(file, pointer), { part, file })
    if (known !== undefined) return { ...beside, $ref: known }
    if (trail.includes(reference) || trail.length > maxDepth) {
      problems.add(`${ref} is left as it is: it leads back to itself`)
      return value
    }
    const inPlace = await bundle(part, file, position, [...trail, reference])
    return isRecord(inPlace) ? { ...inPlace, ...beside } : inPlace
  }

  /** A value of `discriminator.mapping` that names a file. */
  async function mapped(ref: string, base: string, position: Position): Promise<string> {
    const answer = await follow({}, ref, base, [...position, 'schema'], [])
    return isRecord(answer) && '$ref' in answer ? String(answer['$ref']) : ref
  }

  components.register(path => resolveTarget(path, context, target))
  let bundled = await bundle(root, target, [], [])
  for (let next = components.next(); next; next = components.next())
    bundled = components.add(bundled, next, await bundle(next.part, next.file, next.position, []))
  const comments = [...problems].map(problem => `# ${problem}\n`).join('')
  // Untouched where there is nothing to replace: comments and order are worth keeping.
  if (!hasOthers) return problems.size > 0 && !isJson(text) ? `${comments}${text}` : text
  return `${comments}${dump(bundled, { lineWidth: -1, noRefs: true })}`
}

/** What a value takes in the text besides its own characters, about. */
const valueCost = 8
const tooMuch = 'catalog.bundle-too-large'

/** Whether a file will not be there the next time either: what is unreachable for a moment must not change the definition. */
function isLasting(error: unknown): error is AppError {
  return error instanceof AppError && error.code !== tooMuch && error.status < 500 && error.status !== 429
}

/** Whether a file is on another host than the definition: that host may never answer, and the definition is shown without it. */
function isForeign(path: string, target: string): boolean {
  const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : '')
  return /^https?:/i.test(path) && hostOf(path) !== hostOf(target)
}

function isJson(text: string): boolean {
  return /^\s*\{/.test(text)
}

function nameFor(file: string, pointer: string): string {
  const last =
    pointer.split('/').at(-1) ||
    file
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1)
      ?.replace(/\.\w+$/, '') ||
    'Part'
  return unescaped(last).replaceAll(/[^\w.-]+/g, '_')
}

function unescaped(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return part
  }
}

function partAt(document: unknown, pointer: string, reference: string): unknown {
  let value = document
  for (const part of pointer.split('/').slice(1)) {
    const key = unescaped(part)
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key))
      throw inputError(`The reference ${reference} does not exist`)
    value = (value as Record<string, unknown>)[key]
  }
  return value
}

function readRoot(text: string, target: string, context: PlaceholderContext): unknown {
  try {
    return parseYaml(text, target, context)
  } catch {
    return undefined
  }
}
