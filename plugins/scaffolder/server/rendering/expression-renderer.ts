import { createTemplateRenderer, TemplateLimitError, TemplateRenderError, type TemplateRenderer, type TemplateValue } from 'nunjitsu'
import { createFilters } from './filters.ts'
import { renderLimits } from './render-limits.ts'

/** Where an expression failed, and why. */
export interface ExpressionError {
  readonly message: string
  readonly line?: number | undefined
  readonly column?: number | undefined
  /** It exceeded a limit: the run stops, instead of leaving the text as it is. */
  readonly isLimit?: true
  /** It cannot be read at all, whatever the values are. */
  readonly isSyntax?: true
}

export interface RenderSettings {
  /** Variables are written `{{ }}`, as Cookiecutter has them. */
  readonly cookiecutterCompat?: boolean | undefined
  readonly trimBlocks?: boolean | undefined
  readonly lstripBlocks?: boolean | undefined
  /** What `failure()` answers; without it neither `always()` nor `failure()` is there. */
  readonly hasFailed?: boolean | undefined
  /** The hosts that repository locations may name, with their platforms. */
  readonly hosts?: Readonly<Record<string, string>> | undefined
}

export interface RenderItem {
  readonly source: string
  /** A sole expression keeps the type of its value. */
  readonly keepType: boolean
}

/** A missing value means that the expression had none. */
export type RenderResult = { readonly value?: unknown } | { readonly error: ExpressionError }

/** Renders sources with one context. Pure; runs in a child process, because its limits do not stop everything. */
export function createExpressionRenderer(settings: RenderSettings) {
  const { cookiecutterCompat, trimBlocks, lstripBlocks, hasFailed, hosts = {} } = settings
  const renderer = createTemplateRenderer({
    filters: createFilters(hosts) as Readonly<Record<string, (input: TemplateValue | undefined) => TemplateValue | undefined>>,
    globals: hasFailed === undefined ? {} : { always: () => true, failure: () => hasFailed },
    allowRegexExecution: true,
    ...(cookiecutterCompat && { cookiecutterCompat }),
    ...(trimBlocks && { trimBlocks }),
    ...(lstripBlocks && { lstripBlocks }),
  })
  return {
    render(context: unknown, items: readonly RenderItem[], onItem: (at: number) => void): RenderResult[] {
      const prepared = renderer.prepareContext(context as Readonly<Record<string, TemplateValue>>)
      return items.map((item, at) => {
        onItem(at)
        return renderOne(renderer, prepared, item)
      })
    },
  }
}

function renderOne(
  renderer: TemplateRenderer,
  context: ReturnType<TemplateRenderer['prepareContext']>,
  { source, keepType }: RenderItem,
): RenderResult {
  try {
    const value = keepType
      ? renderer.renderValue(source, context, { limits: renderLimits })
      : renderer.render(source, context, { limits: renderLimits })
    return { value: toJson(value) }
  } catch (error) {
    return { error: toExpressionError(error) }
  }
}

/** Sets and maps of Nunjucks as JSON has them. */
function toJson(value: unknown): unknown {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, item]) => [String(key), toJson(item)]))
  if (value instanceof Set) return [...value].map(toJson)
  if (Array.isArray(value)) return value.map(toJson)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toJson(item)]))
  return value
}

function toExpressionError(error: unknown): ExpressionError {
  if (error instanceof TemplateRenderError || error instanceof TemplateLimitError) {
    const message = error.message.replace(/^Template error at line \d+, column \d+: /, '').replace(/ at line \d+, column \d+$/, '')
    return {
      message,
      line: error.line,
      column: error.column,
      ...(error instanceof TemplateLimitError ? { isLimit: true } : error.code === 'syntax_error' && { isSyntax: true }),
    }
  }
  const text = error instanceof Error ? error.message : String(error)
  return { message: text, ...(error instanceof RangeError && { isLimit: true }) }
}
