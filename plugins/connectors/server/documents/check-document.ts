import type { DocumentProblem } from '@portico/connectors/common'
import { nearest } from '@portico/core/common'
import { parseYaml, YamlError, type YamlDocument } from '@portico/core/server'
import type { Expressions } from '../expressions/expressions.ts'
import { z } from 'zod'
import { ConnectorDocument } from './document.ts'

export interface CheckedDocument {
  /** Undefined where it has problems. */
  readonly document: ConnectorDocument | undefined
  readonly problems: readonly DocumentProblem[]
}

type Path = readonly (string | number)[]

/** Characters of a document. */
export const maxDocumentCharacters = 300_000
/** A list of mistakes that nobody reads to its end. */
const maxProblems = 50

/** Reads and checks a document: its keys, names and expressions, each with its place. */
export async function checkDocument(file: string, text: string, expressions: Pick<Expressions, 'check'>): Promise<CheckedDocument> {
  if (text.length > maxDocumentCharacters) return failed({ file, message: `it has more than ${maxDocumentCharacters} characters` })
  let yaml: YamlDocument
  try {
    yaml = parseYaml(text, file)
  } catch (error) {
    const { line, column } = error instanceof YamlError ? error : {}
    const message = (error instanceof Error ? error.message : String(error)).replace(/^.*?:\d+:\d+: /, '').replace(`${file}: `, '')
    return failed({ file, message, ...(line !== undefined && { line }), ...(column !== undefined && { column }) })
  }
  const toProblem = (path: Path, message: string): DocumentProblem => ({
    file,
    ...yaml.placeOf(path.map(part => (typeof part === 'number' ? part : String(part)))),
    ...(path.length > 0 && { key: keyOf(path) }),
    message,
  })
  const parsed = ConnectorDocument.safeParse(yaml.data ?? {})
  if (!parsed.success) {
    const problems = parsed.error.issues.flatMap(issue => issuesOf(issue)).map(({ path, message }) => toProblem(path, message))
    return { document: undefined, problems: inOrder(problems).slice(0, maxProblems) }
  }
  const found = expressionsOf(parsed.data)
  const { metadata, spec } = parsed.data
  const known = { connector: metadata.name, annotations: spec.annotations.map(({ key }) => key), facts: spec.facts.map(({ name }) => name) }
  const wrong = await expressions.check(
    metadata.name,
    found.map(({ source, isTemplate, inputs }, id) => ({ id, source, isTemplate, known: { ...known, inputs } })),
  )
  const problems = wrong.map(({ id, message }) => toProblem(found[id]?.path ?? [], message))
  return { document: problems.length > 0 ? undefined : parsed.data, problems: inOrder(problems).slice(0, maxProblems) }
}

function failed(problem: DocumentProblem): CheckedDocument {
  return { document: undefined, problems: [problem] }
}

interface Issue {
  readonly code?: string
  readonly path: PropertyKey[]
  readonly message: string
  readonly keys?: readonly string[]
  readonly errors?: readonly (readonly Issue[])[]
}

/** A key that is not known has a place of its own; of alternatives the one that fits best is told. */
function issuesOf(given: object): { readonly path: Path; readonly message: string }[] {
  const issue = given as Issue
  const path = issue.path.map(part => (typeof part === 'number' ? part : String(part)))
  if (issue.code === 'unrecognized_keys')
    return (issue.keys ?? []).map(key => ({ path: [...path, key], message: `the key '${key}' is not known here${meant(key)}` }))
  if (issue.message.endsWith('received undefined')) return [{ path, message: 'it is required' }]
  if (issue.code === 'invalid_union' && issue.errors && issue.errors.length > 0) {
    const scored = issue.errors.map(errors => ({ errors, unknown: errors.flatMap(each => each.keys ?? []).length + errors.length }))
    const best = scored.toSorted((one, other) => one.unknown - other.unknown)[0]?.errors ?? []
    const inner = best.flatMap(each => issuesOf({ ...each, path: [...issue.path, ...each.path] }))
    if (inner.some(each => each.path.length > path.length)) return inner
  }
  return [{ path, message: issue.message.replace(/^Invalid input: /, '') }]
}

/** The key that was most likely meant, of all that a document may have somewhere. */
function meant(key: string): string {
  const near = nearest(key, keysIn(z.toJSONSchema(ConnectorDocument, { io: 'input', unrepresentable: 'any' })))
  return near === undefined ? '' : `, did you mean '${near}'?`
}

function keysIn(schema: unknown, found = new Set<string>()): Set<string> {
  if (typeof schema !== 'object' || schema === null) return found
  const { properties } = schema as { readonly properties?: unknown }
  if (typeof properties === 'object' && properties !== null) for (const key of Object.keys(properties)) found.add(key)
  for (const each of Object.values(schema)) keysIn(each, found)
  return found
}

function keyOf(path: Path): string {
  return path.map((part, at) => (typeof part === 'number' ? `[${part}]` : at === 0 ? part : `.${part}`)).join('')
}

function inOrder(problems: readonly DocumentProblem[]): DocumentProblem[] {
  return problems.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0))
}

interface Found {
  readonly path: Path
  readonly source: string
  readonly isTemplate: boolean
  /** The fields of the form, for expressions of an action. */
  readonly inputs?: readonly string[]
}

/** Every expression of a document, with its path. */
function expressionsOf({ spec }: ConnectorDocument): Found[] {
  const found: Found[] = []
  const expression = (path: Path, source: string | undefined) => {
    if (source !== undefined) found.push({ path: ['spec', ...path], source, isTemplate: false })
  }
  const template = (path: Path, source: unknown): void => {
    if (typeof source === 'string') found.push({ path: ['spec', ...path], source, isTemplate: true })
    else if (typeof source === 'object' && source !== null)
      for (const [key, value] of Object.entries(source)) template([...path, Array.isArray(source) ? Number(key) : key], value)
  }
  const parts = (path: Path, request: object) => {
    for (const key of ['path', 'query', 'headers', 'body'] as const) template([...path, key], (request as Record<string, unknown>)[key])
  }
  expression(['match'], spec.match)
  spec.requests.forEach((request, at) => {
    const path = ['requests', at]
    expression([...path, 'when'], request.when)
    expression([...path, 'each'], request.each)
    parts(path, request)
    if (request.paging && request.paging.next !== 'link') expression([...path, 'paging', 'next'], request.paging.next)
    expression([...path, 'paging', 'items'], request.paging?.items)
    template([...path, 'batch', 'key'], request.batch?.key)
    expression([...path, 'batch', 'items'], request.batch?.items)
    expression([...path, 'batch', 'of'], request.batch?.of)
  })
  spec.facts.forEach(({ value }, at) => expression(['facts', at, 'value'], value))
  spec.views.forEach((view, at) => template(['views', at, 'href'], 'href' in view ? view.href : undefined))
  spec.actions.forEach((action, at) => {
    const from = found.length
    expression(['actions', at, 'when'], action.when)
    template(['actions', at, 'confirm'], action.confirm)
    parts(['actions', at, 'request'], action.request)
    const inputs = Object.keys((action.form?.['properties'] ?? {}) as object)
    found.splice(from, found.length, ...found.slice(from).map(each => ({ ...each, inputs })))
  })
  spec.webhooks.forEach(({ entities }, at) => expression(['webhooks', at, 'entities'], entities))
  return found
}
