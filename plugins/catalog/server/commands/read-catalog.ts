import type { LocationRef } from '@portico/catalog/common'
import { AppError } from '@portico/core/common'
import { createReading, type ReadingSettings, type SourceFile } from '@portico/integrations/server'
import type { ChildTarget } from '../processing/read/location-targets.ts'
import { toEntityError } from '../processing/process/process-entity.ts'
import { showPaths, showTarget, type CatalogTree } from './catalog-tree.ts'
import type { CatalogProblem, OfflineCatalog, OfflineEntity, FilePosition } from './offline-catalog.ts'
import { lineOfTarget, readDocuments, type DocumentSettings, type ReadDocument } from './read-document.ts'

export interface ReadCatalogOptions extends Pick<DocumentSettings, 'kinds' | 'limits'> {
  readonly tree: CatalogTree
  /** How web addresses and repositories are read; they are asked only when `isRemote`. */
  readonly reading: Omit<ReadingSettings, 'folder'>
  readonly isRemote: boolean
}

interface Visit extends LocationRef {
  readonly origin: LocationRef
  readonly isSearched: boolean
  readonly isOptional: boolean
  /** The Location that leads here; undefined for what was named on the command line. */
  readonly from: { readonly file: string; readonly line: () => number } | undefined
}

/** Reads files, folders and patterns and everything their Locations lead to, each file once. Never throws for what is wrong with them. */
export async function readCatalog(
  words: readonly string[],
  { tree, reading, isRemote, kinds, limits }: ReadCatalogOptions,
): Promise<OfflineCatalog> {
  const readers = createReading({ ...reading, folder: '.' }, [tree.reader])
  const show = (target: string) => showTarget(target, tree)
  const problems: CatalogProblem[] = []
  const entities: OfflineEntity[] = []
  const failed: (FilePosition & { ref: string })[] = []
  const notFollowed: (FilePosition & { target: string })[] = []
  const skeletons: string[] = []
  const files: string[] = []
  const reached = new Set<string>()
  const incomplete = new Set<string>()
  const parents = new Map<string, string>()
  const visits = words.flatMap(toVisits)
  const visited = new Set<string>()

  function report(error: unknown, position: { file: string; line?: number }): void {
    problems.push({ severity: 'error', code: 'unreadable', message: showPaths(toEntityError(error).message, tree), ...position })
  }

  function toVisits(word: string): Visit[] {
    const rest = { isOptional: false, from: undefined }
    if (/^https?:\/\//.test(word)) return [{ type: 'url', target: word, origin: { type: 'url', target: word }, isSearched: false, ...rest }]
    try {
      return tree
        .find(word)
        .map(({ target, isSearched }) => ({ type: 'file', target, origin: { type: 'file', target }, isSearched, ...rest }))
    } catch (error) {
      report(error, { file: word })
      incomplete.add(show(word))
      return []
    }
  }

  async function read(visit: Visit): Promise<readonly SourceFile[]> {
    const { type, target, origin, isOptional, from } = visit
    try {
      const result = await readers.read(type, target, from ? { origin: `${origin.type}:${origin.target}` } : {})
      if (result.notModified) return []
      // It grows while it is walked.
      visits.push(...(result.targets ?? []).map(each => ({ ...visit, target: each, isOptional: true })))
      return result.files
    } catch (error) {
      if (isOptional && error instanceof AppError && error.name === 'NotFoundError') return []
      report(error, from ? { file: from.file, line: from.line() } : { file: show(target) })
      incomplete.add(show(target))
      return []
    }
  }

  async function readFile(file: SourceFile, visit: Visit): Promise<void> {
    const name = show(file.target)
    if (reached.has(name)) return
    reached.add(name)
    if (visit.from) parents.set(name, visit.from.file)
    const found = await readIsolated(file, visit)
    if (!found) return
    if (found.skeletons > 0) skeletons.push(name)
    else files.push(name)
    if (found.mistakes.length > 0) incomplete.add(name)
    for (const { line, message } of found.mistakes) problems.push({ severity: 'error', code: 'invalid-yaml', message, file: name, line })
    for (const document of found.documents) keep(document, { file: name, target: file.target }, visit)
  }

  /** An unexpected error costs this file and no other. */
  async function readIsolated(file: SourceFile, visit: Visit) {
    try {
      return await readDocuments(file, visit, { readers, kinds, limits, isRemote })
    } catch (error) {
      report(error, { file: show(file.target) })
      incomplete.add(show(file.target))
      return undefined
    }
  }

  function keep(read: ReadDocument, at: { file: string; target: string }, visit: Visit): void {
    const { yaml, document, lineOf } = read
    const { ref, entity, relations, errors, children } = read.output
    const { file } = at
    notFollowed.push(...read.notFetched.map(target => ({ file, line: yaml.line, target })))
    for (const error of errors) {
      const line = error.path ? lineOf(error.path) : yaml.line
      const message = showPaths(error.message, tree)
      problems.push({ severity: 'error', code: 'invalid-entity', message, file, line, ...(ref !== undefined && { ref }) })
    }
    if (entity && ref !== undefined) {
      entities.push({ ref, entity, relations, file, line: yaml.line, origin: visit.origin, document, lineOf })
      for (const child of children) follow(child, read, at, visit)
    } else if (ref !== undefined) {
      failed.push({ ref, file, line: yaml.line })
      if (ref.startsWith('location:')) incomplete.add(file)
    } else incomplete.add(file)
  }

  function follow(
    { type, target, isOptional }: ChildTarget,
    read: ReadDocument,
    { file, target: base }: { file: string; target: string },
    visit: Visit,
  ) {
    if (type !== 'file' && !isRemote) return void notFollowed.push({ file, line: read.yaml.line, target })
    const isTarget = (text: string) => text === target || (visit.type === type && readers.resolve(type, text, base) === target)
    visits.push({
      type,
      target,
      origin: visit.origin,
      isSearched: false,
      isOptional,
      from: { file, line: () => lineOfTarget(read, isTarget) },
    })
  }

  for (const visit of visits) {
    const key = `${visit.type}:${visit.target}`
    if (visited.has(key)) continue
    visited.add(key)
    for (const file of await read(visit)) await readFile(file, visit)
  }
  return { files, entities, failed, problems, incomplete, parents, notFollowed, skeletons }
}
