import { createColumn, resized, type Column } from '@portico/core/server/index-store'
import type { Steps } from '@portico/core/server/worker'
import type { FieldRole, SearchDocument } from '@portico/search/common'
import { fold } from '../text/fold.ts'
import { toJoined, toParts, toTokens } from '../text/tokens.ts'
import { bitOf, wholeBits } from './field-weights.ts'
import { createPostings } from './postings.ts'
import { createVocabulary } from './vocabulary.ts'

/** What the index knows about a type of documents. */
export interface TypeRules {
  readonly fields: Readonly<Record<string, FieldRole>>
  readonly boost: number
  /** Documents with the same location before the `#` are one result. */
  readonly hasSections?: boolean
}

const noFilter = new Set(['title', 'text', 'location', 'path', 'authorization', 'annotations'])
const maxColumns = 64
const maxValues = 50
const maxValueLength = 200
// A document's number has 24 bits.
const maxDocuments = 2 ** 24 - 1
// Some tenths of a millisecond.
const sweepBatch = 20_000

/** Terms, filters and what else ranking needs of every document, in memory. Texts are not kept: they are in the database. */
export type SearchIndex = ReturnType<typeof createSearchIndex>

export function createSearchIndex(rulesOf: (type: string) => TypeRules) {
  const vocabulary = createVocabulary()
  const short = createPostings()
  const texts = createPostings()
  const columns = new Map<string, Column>()
  const newColumn = (key: string) => createColumn({ key, fold, capacity: () => ids.length })
  const refs = newColumn('')
  /** The pages of documents that are sections. */
  const pages = newColumn('')
  const types: string[] = []
  const numbers = new Map<number, number>()
  const freed: number[] = []
  // Numbers of documents that are gone, still named by entries.
  const gone = new Set<number>()
  let ids = new Float64Array(1 << 10)
  let typeOf = new Uint8Array(1 << 10)
  let nameLengths = new Uint8Array(1 << 10)
  let isDeprecated = new Uint8Array(1 << 10)
  let isThere = new Uint8Array(1 << 10)
  let used = 0
  let version = 0

  function resize(length: number): void {
    ids = resized(ids, length)
    typeOf = resized(typeOf, length)
    nameLengths = resized(nameLengths, length)
    isDeprecated = resized(isDeprecated, length)
    isThere = resized(isThere, length)
  }

  function typeNumber(type: string): number {
    const known = types.indexOf(type)
    return known >= 0 ? known : types.push(type) - 1
  }

  function newNumber(): number {
    const document = freed.pop() ?? used++
    if (document > maxDocuments) throw new Error(`The index holds at most ${maxDocuments} documents`)
    if (document >= ids.length) resize(Math.ceil(ids.length * 1.5))
    return document
  }

  function setColumns(document: number, found: SearchDocument): void {
    for (const [field, value] of Object.entries(found)) {
      if (noFilter.has(field)) continue
      const values = toValues(value)
      const name = field.toLowerCase()
      const column = columns.get(name) ?? (values.length > 0 && columns.size < maxColumns ? newColumn(name) : undefined)
      if (!column) continue
      columns.set(name, column)
      column.set(document, values)
    }
    refs.set(document, found.authorization ? [found.authorization.resourceRef] : [])
  }

  function remove(id: number): void {
    const document = numbers.get(id)
    if (document === undefined) return
    numbers.delete(id)
    isThere[document] = 0
    for (const column of [refs, pages, ...columns.values()]) column.clear(document)
    gone.add(document)
    version += 1
  }

  const save = () => ({
    types,
    ids: ids.subarray(0, used),
    typeOf: typeOf.subarray(0, used),
    nameLengths: nameLengths.subarray(0, used),
    isDeprecated: isDeprecated.subarray(0, used),
    isThere: isThere.subarray(0, used),
    freed: Uint32Array.from(freed),
    gone: Uint32Array.from(gone),
    vocabulary: vocabulary.save(),
    short: short.save(),
    texts: texts.save(),
    refs: refs.save(),
    pages: pages.save(),
    columns: [...columns].map(([key, column]) => ({ key, ...column.save() })),
  })

  return {
    vocabulary,
    short,
    texts,
    columns,
    refs,
    pages,
    get types(): readonly string[] {
      return types
    },
    /** How many documents there are. */
    get size() {
      return numbers.size
    },
    /** Numbers of documents are below this. */
    get end() {
      return used
    },
    /** Another one after every change. */
    get version() {
      return version
    },
    isThere: (document: number): boolean => isThere[document] === 1,
    id: (document: number): number => ids[document]!,
    type: (document: number): number => typeOf[document]!,
    nameLength: (document: number): number => nameLengths[document]!,
    isDeprecated: (document: number): boolean => isDeprecated[document] === 1,

    /** Adds a document, or replaces the one of the same id. */
    put(id: number, type: string, found: SearchDocument): void {
      remove(id)
      const document = newNumber()
      const { entries, counts, nameLength } = termsOf(found, rulesOf(type).fields)
      for (const [token, bits] of entries) short.add(vocabulary.add(token), document, bits)
      for (const [token, count] of counts) texts.add(vocabulary.add(token), document, Math.min(3, Math.floor(Math.log2(count))))
      setColumns(document, found)
      pages.set(document, rulesOf(type).hasSections ? [found.location.replace(/#.*$/s, '')] : [])
      ids[document] = id
      typeOf[document] = typeNumber(type)
      nameLengths[document] = Math.min(255, nameLength)
      isDeprecated[document] = String(found['lifecycle']).toLowerCase() === 'deprecated' ? 1 : 0
      isThere[document] = 1
      numbers.set(id, document)
      version += 1
    },
    remove,
    /** Sorts and packs what was added: done once all documents are there. */
    settle(): void {
      vocabulary.settle()
      short.pack(vocabulary.size)
      texts.pack(vocabulary.size)
      resize(Math.max(used, 1 << 10))
    },
    /** How many documents are gone whose entries still take room. */
    get wasted() {
      return gone.size
    },
    /** Removes the entries of documents that are gone, a batch at a time: a few terms are in nearly all documents, and most in a few. */
    *sweep(): Steps {
      const swept = [...gone]
      // Their numbers are given to no other document before the end. What goes meanwhile is swept the next time, whether or not this one meets it.
      const isGone = (document: number) => isThere[document] === 0
      for (let term = 0, entries = 0; term < vocabulary.size; term++) {
        entries += 1 + short.count(term) + texts.count(term)
        short.sweep(term, isGone)
        texts.sweep(term, isGone)
        if (entries < sweepBatch) continue
        entries = 0
        yield
      }
      for (const document of swept) {
        gone.delete(document)
        freed.push(document)
      }
      for (const column of [refs, pages, ...columns.values()]) column.compact()
    },
    save,
    /** Only into one that is new. */
    *load(saved: ReturnType<typeof save>): Steps {
      types.push(...saved.types)
      ;({ ids, typeOf, nameLengths, isDeprecated, isThere } = saved)
      used = ids.length
      for (let document = 0; document < used; document++) if (isThere[document]) numbers.set(ids[document]!, document)
      yield
      resize(Math.max(used, 1 << 10))
      for (const document of saved.freed) freed.push(document)
      for (const document of saved.gone) gone.add(document)
      vocabulary.load(saved.vocabulary)
      short.load(saved.short)
      yield
      texts.load(saved.texts)
      yield
      refs.load(saved.refs)
      pages.load(saved.pages)
      for (const { key, ...column } of saved.columns) columns.set(key, newColumn(key)).get(key)!.load(column)
      version += 1
    },
  }
}

/** The terms of a document: those of its short fields with their bits, those of its texts with their counts. */
function termsOf(document: SearchDocument, fields: Readonly<Record<string, FieldRole>>) {
  const entries = new Map<string, number>()
  const counts = new Map<string, number>()
  let nameLength = 0
  for (const [field, value] of Object.entries(document)) {
    const role = fields[field] ?? roleOf(field)
    if (role === undefined) continue
    if (role === 'text') {
      for (const text of toTexts(value)) for (const token of toTokens(text)) counts.set(token, (counts.get(token) ?? 0) + 1)
      continue
    }
    for (const text of role === 'fact' ? toValues(value) : toTexts(value)) {
      for (const token of toTokens(text)) entries.set(token, (entries.get(token) ?? 0) | bitOf[role])
      if (role !== 'name' && role !== 'title') continue
      const whole = toJoined(text)
      if (whole !== '') entries.set(whole, (entries.get(whole) ?? 0) | bitOf[role] | wholeBits[role])
      if (role === 'name' || nameLength === 0) nameLength = toParts(text).length
    }
  }
  return { entries, counts, nameLength }
}

const defaultRoles: Readonly<Record<string, FieldRole | 'none'>> = {
  title: 'title',
  text: 'text',
  tags: 'tag',
  location: 'none',
  path: 'none',
  authorization: 'none',
  annotations: 'none',
}

function roleOf(field: string): FieldRole | undefined {
  const role = Object.hasOwn(defaultRoles, field) ? defaultRoles[field] : 'fact'
  return role === 'none' ? undefined : role
}

function toTexts(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  return Array.isArray(value) ? value.filter(each => typeof each === 'string' && each !== '') : []
}

/** What can be filtered by: short texts, numbers, yes and no, and lists of them. */
function toValues(value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  return list
    .slice(0, maxValues)
    .filter(each => typeof each === 'string' || typeof each === 'number' || typeof each === 'boolean')
    .map(String)
    .filter(each => each !== '' && each.length <= maxValueLength)
}
