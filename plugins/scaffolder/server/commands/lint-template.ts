import { pagesOf, stepsOf, undeclaredSecret, type TaskStep, type Template } from '@portico/scaffolder/common'
import type { FetchedFile } from '../actions/action.ts'
import type { ActionRegistry } from '../actions/registry.ts'
import { secretShown } from '../errors.ts'
import { hasTags } from '../rendering/render-value.ts'
import { createBudget, type Renderer } from '../rendering/renderer.ts'
import { suggestFor } from '../rendering/suggestions.ts'
import { insideSome } from '../workspace/globs.ts'
import { posix } from 'node:path'

export interface LintFinding {
  readonly severity: 'error' | 'warning'
  /** Where in the template, or which file of a skeleton. */
  readonly path: string
  readonly message: string
}

export interface LintDependencies {
  readonly actions: ActionRegistry
  readonly renderer: Renderer
}

interface Source {
  readonly path: string
  readonly source: string
}

const ciExpression = /\$\{\{\s*(github|secrets|env|matrix|needs|runner|inputs|vars)\./

/** What is wrong with a template, or likely to be, without running it. */
export async function lintTemplate(
  template: Template,
  files: ReadonlyMap<string, FetchedFile>,
  { actions, renderer }: LintDependencies,
): Promise<LintFinding[]> {
  const steps = stepsOf(template)
  const sources = sourcesOf({ steps: template.spec.steps, output: template.spec.output ?? {} }, 'spec')
  return [
    ...steps.flatMap((step, at) => lintStep(step, at, actions)),
    ...lintSecrets(steps, template, actions),
    ...(await lintExpressions(sources, renderer)),
    ...lintReferences(steps, template, sources),
    ...unusedParameters(template, sources),
    ...missingFiles(steps, files),
    ...lintSkeletons(steps, files),
  ]
}

/** Secrets where everybody who sees a run reads what is made of them. */
function lintSecrets(steps: readonly TaskStep[], { spec }: Template, actions: ActionRegistry): LintFinding[] {
  const shown = steps.flatMap((step, at) => {
    const isShown = actions.has(step.action) && actions.get(step.action).showsInput === true
    return isShown ? [{ at: `spec.steps[${at}].input`, value: step.input, what: step.action }] : []
  })
  return [...shown, { at: 'spec.output', value: spec.output, what: 'The output' }].flatMap(({ at, value, what }) => {
    const found = undeclaredSecret(value, spec.secrets?.inLogs)
    if (!found) return []
    return [{ severity: 'error' as const, path: `${at}.${found.path}`, message: secretShown(what, found.name).message }]
  })
}

function lintStep(step: TaskStep, at: number, actions: ActionRegistry): LintFinding[] {
  const path = `spec.steps[${at}]`
  if (!actions.has(step.action)) {
    return [{ severity: 'error', path: `${path}.action`, message: actions.notFound(step.action).message }]
  }
  const action = actions.get(step.action)
  const input = step.input ?? {}
  const parsed = action.input.safeParse(input)
  const wrong = (parsed.success ? [] : parsed.error.issues).filter(issue => !isOpen(input, issue.path))
  const ignored = parsed.success ? actions.readInput(action, input).ignored : {}
  return [
    ...wrong.map(
      issue =>
        ({
          severity: 'error',
          path: `${path}.input.${issue.path.map(String).join('.')}`.replace(/\.$/, ''),
          message: issue.message,
        }) as const,
    ),
    ...Object.entries(ignored).map(([key, message]) => ({ severity: 'warning', path: `${path}.input.${key}`, message }) as const),
  ]
}

/** Whether what stands there, or above it, is decided only when the template runs. */
function isOpen(input: unknown, path: readonly PropertyKey[]): boolean {
  let at: unknown = input
  for (const key of path) {
    if (typeof at === 'string' && hasTags(at)) return true
    if (typeof at !== 'object' || at === null) return false
    at = (at as Record<PropertyKey, unknown>)[key]
  }
  return typeof at === 'string' && hasTags(at)
}

async function lintExpressions(sources: readonly Source[], renderer: Renderer): Promise<LintFinding[]> {
  const items = sources.map(({ source }) => ({ source, keepType: true }))
  const results = await renderer.render({ parameters: {}, steps: {} }, items, { hasFailed: false }, createBudget())
  return results.flatMap((result, at) => {
    const { path = '', source = '' } = sources[at] ?? {}
    // Without values many expressions fail; those that cannot be read, or use what is not there, fail always.
    if (!('error' in result) || !(result.error.isSyntax || result.error.message.startsWith('Unknown template'))) return []
    const { message, line = 1, column = 1 } = result.error
    const hint = suggestFor(source)
    return [
      { severity: 'error', path, message: `line ${line}, column ${column}: ${message}${hint === undefined ? '' : `. ${hint}`}` } as const,
    ]
  })
}

/** Parameters that no page declares, and steps that do not exist or come later. */
function lintReferences(steps: readonly TaskStep[], template: Template, sources: readonly Source[]): LintFinding[] {
  const declared = declaredParameters(template)
  const order = new Map(steps.map(({ id }, at) => [id, at]))
  return sources.flatMap(({ path, source }) => {
    const own = Number(/^spec\.steps\[(\d+)\]/.exec(path)?.[1] ?? steps.length)
    const parameters = namesAfter(source, 'parameters').filter(name => !declared.has(name))
    const later = namesAfter(source, 'steps').filter(id => (order.get(id) ?? Infinity) >= own)
    return [
      ...parameters.map(name => ({ severity: 'warning', path, message: `no page declares the parameter '${name}'` }) as const),
      ...later.map(
        id =>
          ({ severity: 'error', path, message: order.has(id) ? `the step '${id}' has not run yet` : `there is no step '${id}'` }) as const,
      ),
    ]
  })
}

function namesAfter(source: string, word: string): string[] {
  const pattern = new RegExp(`\\b(?<!\\.)${word}(?:\\.([A-Za-z_]\\w*)|\\[\\s*['"]([^'"]+)['"]\\s*\\])`, 'g')
  return [...source.matchAll(pattern)].map(match => match[1] ?? match[2] ?? '')
}

function declaredParameters(template: Template): Set<string> {
  const names = new Set<string>()
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    const { properties } = part as { properties?: unknown }
    if (typeof properties === 'object' && properties !== null) Object.keys(properties).forEach(name => names.add(name))
    for (const [key, value] of Object.entries(part)) if (key !== 'properties') visit(value)
  }
  pagesOf(template).forEach(visit)
  return names
}

function unusedParameters(template: Template, sources: readonly Source[]): LintFinding[] {
  const all = sources.map(({ source }) => source).join('\n')
  // Whoever takes all of them uses each.
  if (/\bparameters\b(?!\s*(\.|\[))/.test(all) || /\bparameters\s*\[\s*(?!['"])/.test(all)) return []
  // The answer of a secret field is read as a secret.
  const used = new Set([...namesAfter(all, 'parameters'), ...namesAfter(all, 'secrets')])
  const own = pagesOf(template).flatMap(page => Object.keys((page['properties'] as object | undefined) ?? {}))
  return own
    .filter(name => !used.has(name))
    .map(name => ({ severity: 'warning', path: `spec.parameters.${name}`, message: `no step and no output uses the parameter '${name}'` }))
}

const fetchActions = new Set(['fetch:template', 'fetch:plain', 'fetch:template:file', 'fetch:plain:file', 'fetch:cookiecutter'])

/** Files and folders beside the template that a step fetches and that are not there. */
function missingFiles(steps: readonly TaskStep[], files: ReadonlyMap<string, FetchedFile>): LintFinding[] {
  if (files.size === 0) return []
  return steps.flatMap(({ action, input }, at) => {
    const url = input?.['url']
    if (!fetchActions.has(action) || typeof url !== 'string' || !url.startsWith('./') || hasTags(url) || url.includes('..')) return []
    const wanted = posix.normalize(url).replace(/\/+$/, '')
    const isThere = wanted === '.' || [...files.keys()].some(name => name === wanted || name.startsWith(`${wanted}/`))
    return isThere
      ? []
      : [{ severity: 'error', path: `spec.steps[${at}].input.url`, message: `there is no ${url} beside the template` } as const]
  })
}

/** Expressions of a pipeline that come out empty, because they look like those of a template. */
function lintSkeletons(steps: readonly TaskStep[], files: ReadonlyMap<string, FetchedFile>): LintFinding[] {
  return steps
    .filter(({ action }) => action === 'fetch:template')
    .flatMap(({ input = {} }) => {
      const { url, copyWithoutTemplating = [], templateFileExtension } = input as Record<string, unknown>
      if (typeof url !== 'string' || !url.startsWith('.')) return []
      const folder = url.replace(/^\.\//, '').replace(/\/+$/, '')
      const isCopied = insideSome([copyWithoutTemplating].flat().map(String))
      const extension = templateFileExtension === true ? '.njk' : typeof templateFileExtension === 'string' ? templateFileExtension : ''
      const inside = [...files].filter(([name]) => name.startsWith(`${folder}/`) && name.endsWith(extension))
      return inside.flatMap(([name, { bytes }]) => {
        if (isCopied(name.slice(folder.length + 1))) return []
        const lines = Buffer.from(bytes)
          .toString('utf8')
          .replaceAll(/\{%-? *raw *-?%\}.*?\{%-? *endraw *-?%\}/gs, match => match.replaceAll(/[^\n]/g, ' '))
          .split('\n')
        const at = lines.findIndex(line => ciExpression.test(line))
        if (at === -1) return []
        return [
          {
            severity: 'warning',
            path: `${name}:${at + 1}`,
            message: `'${lines[at]?.trim().slice(0, 80)}' is rendered by the template and comes out empty; write {% raw %} around it, or name the file in copyWithoutTemplating`,
          } as const,
        ]
      })
    })
}

function sourcesOf(value: unknown, path: string): Source[] {
  if (typeof value === 'string') return hasTags(value) ? [{ path, source: value }] : []
  if (Array.isArray(value)) return value.flatMap((item, at) => sourcesOf(item, `${path}[${at}]`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => sourcesOf(item, `${path}.${key}`))
}
