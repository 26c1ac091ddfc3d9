import { inputError } from '@portico/core/common'
import type { FetchedFile } from '../actions/action.ts'
import { limitExceeded } from '../errors.ts'
import { textOf } from '../workspace/file-text.ts'
import { insideSome } from '../workspace/globs.ts'
import { workspaceLimits } from '../workspace/workspace.ts'
import type { RenderSettings } from './expression-renderer.ts'
import { renderLimits } from './render-limits.ts'
import { hasTags } from './render-value.ts'
import type { RenderBudget, Renderer } from './renderer.ts'

export interface SkeletonOptions {
  readonly renderer: Renderer
  readonly budget: RenderBudget
  readonly hosts: Readonly<Record<string, string>>
  readonly values: Readonly<Record<string, unknown>>
  readonly isCookiecutter: boolean
  readonly trimBlocks?: boolean | undefined
  readonly lstripBlocks?: boolean | undefined
  readonly copyWithoutTemplating: readonly string[]
  /** Only files with it are rendered, and lose it. */
  readonly extension?: string | undefined
}

/** Renders names and contents of a skeleton. Files whose name becomes empty, or gets an empty part, are left out. */
export async function renderSkeleton(files: readonly FetchedFile[], options: SkeletonOptions): Promise<FetchedFile[]> {
  if (files.length > workspaceLimits.files) throw limitExceeded(`The skeleton has more than ${workspaceLimits.files} files`)
  const names = await renderNames(files, options)
  const kept = files.flatMap((file, at) => (names[at] === undefined ? [] : [{ file, name: names[at] }]))
  const isMeant = renderTest(options)
  const texts = new Map(kept.flatMap(({ file }) => (isMeant(file) ? [[file, textOf(file.bytes)] as const] : [])))
  const toRender = kept.flatMap(({ file }) => {
    const text = texts.get(file)
    return text !== undefined && hasTags(text, options.isCookiecutter) ? [{ file, text: withinLimit(file.path, text) }] : []
  })
  const results = await renderAll(
    toRender.map(({ file, text }) => ({ name: file.path, source: text })),
    options,
  )
  const contents = new Map(toRender.map(({ file }, at) => [file, results[at] ?? '']))
  return kept.map(({ file, name }) => {
    const content = contents.get(file)
    return { ...file, path: withoutExtension(file, name, options), bytes: content === undefined ? file.bytes : Buffer.from(content) }
  })
}

/** Renders the content of one file. */
export async function renderText(name: string, bytes: Uint8Array, options: SkeletonOptions): Promise<string | Uint8Array> {
  const text = textOf(bytes)
  if (text === undefined || !hasTags(text, options.isCookiecutter)) return bytes
  const [result = ''] = await renderAll([{ name, source: withinLimit(name, text) }], options)
  return result
}

async function renderNames(files: readonly FetchedFile[], options: SkeletonOptions): Promise<(string | undefined)[]> {
  const withTags = files.filter(({ path }) => hasTags(path, options.isCookiecutter))
  const results = await renderAll(
    withTags.map(({ path }) => ({ name: path, source: path })),
    options,
  )
  const rendered = new Map(withTags.map((file, at) => [file, results[at] ?? '']))
  return files.map(file => {
    const name = rendered.get(file) ?? file.path
    return name === '' || name.split('/').some(part => part.trim() === '') ? undefined : name
  })
}

async function renderAll(
  sources: readonly { readonly name: string; readonly source: string }[],
  options: SkeletonOptions,
): Promise<string[]> {
  if (sources.length === 0) return []
  const settings: RenderSettings = {
    hosts: options.hosts,
    cookiecutterCompat: options.isCookiecutter,
    trimBlocks: options.trimBlocks,
    lstripBlocks: options.lstripBlocks,
  }
  const context = options.isCookiecutter ? { cookiecutter: options.values, values: options.values } : { values: options.values }
  const items = sources.map(({ source }) => ({ source, keepType: false }))
  const results = await options.renderer.render(context, items, settings, options.budget)
  return results.map((result, at) => {
    const { name = '', source = '' } = sources[at] ?? {}
    if ('error' in result) throw cannotRender(name, source, result.error)
    return String(result.value ?? '')
  })
}

function cannotRender(
  name: string,
  source: string,
  { message, line, column }: { readonly message: string; readonly line?: number | undefined; readonly column?: number | undefined },
) {
  const place = line === undefined ? name : `${name}, line ${line}, column ${column ?? 1}`
  const written = line === undefined ? '' : (source.split('\n')[line - 1]?.trim() ?? '')
  const shown = written.length > 200 ? `${written.slice(0, 197)}…` : written
  return inputError(`${place}: ${message}${shown === '' ? '' : ` in '${shown}'`}`, { code: 'scaffolder.skeleton' })
}

function renderTest({ extension, copyWithoutTemplating }: SkeletonOptions): (file: FetchedFile) => boolean {
  if (extension !== undefined) return ({ path }) => path.endsWith(extension)
  const isCopied = insideSome(copyWithoutTemplating)
  return ({ path }) => !isCopied(path)
}

function withoutExtension(file: FetchedFile, name: string, { extension }: SkeletonOptions): string {
  return extension !== undefined && file.path.endsWith(extension) && name.endsWith(extension) ? name.slice(0, -extension.length) : name
}

function withinLimit(name: string, text: string): string {
  if (text.length <= renderLimits.sourceCodeUnits) return text
  throw limitExceeded(`${name} is larger than 1 MB and holds expressions; name it in copyWithoutTemplating, or split it`)
}
