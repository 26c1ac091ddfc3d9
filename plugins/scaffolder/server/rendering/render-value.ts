import type { RenderSettings } from './expression-renderer.ts'
import { suggestFor } from './suggestions.ts'
import type { RenderBudget, Renderer } from './renderer.ts'
import { expressionExceeded } from '../errors.ts'

/** An expression that failed: its text stays as it was written. */
export interface ExpressionProblem {
  readonly path: string
  readonly source: string
  readonly message: string
  readonly line?: number | undefined
  readonly column?: number | undefined
  readonly hint?: string | undefined
}

export interface RenderedValue {
  readonly value: unknown
  readonly problems: readonly ExpressionProblem[]
}

export interface RenderValueOptions {
  readonly renderer: Renderer
  readonly budget: RenderBudget
  readonly settings?: RenderSettings | undefined
  /** Where the value is in the template, for messages. */
  readonly path: string
  /** Only these texts are rendered; all by default. */
  readonly only?: ((source: string) => boolean) | undefined
}

/** Whether a text holds something to render. */
export function hasTags(text: string, isCookiecutter = false): boolean {
  return text.includes(isCookiecutter ? '{{' : '${{') || text.includes('{%') || text.includes('{#')
}

interface Found {
  readonly path: string
  readonly source: string
}

/**
 * Renders every text in a value, in one go. A sole expression keeps its type; one without a value removes its key; one that fails leaves its
 * text and a problem. What comes out of an expression is not rendered again. Keys are not rendered.
 */
export async function renderValue(value: unknown, context: object, options: RenderValueOptions): Promise<RenderedValue> {
  const { renderer, budget, settings = {}, path, only } = options
  const found: Found[] = []
  collect(value, path, found, only)
  if (found.length === 0) return { value, problems: [] }
  const items = found.map(({ source }) => ({ source, keepType: true }))
  const results = await renderer.render(context, items, settings, budget)
  const problems: ExpressionProblem[] = []
  const rendered = found.map(({ path: at, source }, index) => {
    const result = results[index]
    if (!result || !('error' in result)) return result?.value
    const { message, line, column, isLimit } = result.error
    if (isLimit) throw expressionExceeded({ path: at, source, message })
    problems.push({ path: at, source, message, line, column, hint: suggestFor(source) })
    return source
  })
  let next = 0
  return { value: replace(value, () => rendered[next++], only), problems }
}

function collect(value: unknown, path: string, found: Found[], only: RenderValueOptions['only']): void {
  if (typeof value === 'string') {
    if (isRendered(value, only)) found.push({ path, source: value })
  } else if (Array.isArray(value)) value.forEach((item, at) => collect(item, `${path}[${at}]`, found, only))
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) collect(item, `${path}.${key}`, found, only)
}

/** The same walk in the same order. */
function replace(value: unknown, take: () => unknown, only: RenderValueOptions['only']): unknown {
  if (typeof value === 'string') return isRendered(value, only) ? take() : value
  // A hole in a list is null, as JSON has it.
  if (Array.isArray(value)) return value.map(item => replace(item, take, only) ?? null)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, item]) => [key, replace(item, take, only)] as const)
  return Object.fromEntries(entries.filter(([, item]) => item !== undefined))
}

function isRendered(text: string, only: RenderValueOptions['only']): boolean {
  return hasTags(text) && (only?.(text) ?? true)
}

/** A problem as the log says it. */
export function showProblem({ path, source, message, line, column, hint }: ExpressionProblem): string {
  const place = line === undefined ? path : `${path}, line ${line}, column ${column ?? 1}`
  const short = source.length > 200 ? `${source.slice(0, 197)}…` : source
  return `${place}: ${message} in '${short}'; the text stays as it is${hint === undefined ? '' : `. ${hint}`}`
}
