import { configAt, isConfigObject } from '@portico/core/common'
import { dirname, extname, isAbsolute, resolve as resolvePath } from 'node:path'
import { pathText } from './config-path.ts'
import type { ConfigPath } from './config-path.ts'
import type { Environment } from './environment.ts'
import { parseYaml } from './yaml.ts'

export interface ResolveContext {
  /** Where relative paths start; absent for a config that came over the network, which may not name files. */
  readonly folder: string | undefined
  readonly env: Environment
  readonly readText: (path: string) => Promise<string>
  /** Called with every file that is read, so that it can be watched. */
  readonly onFile: (path: string) => void
  /** The position of a key in the file, for messages. */
  readonly locationOf: (path: ConfigPath) => string
  readonly mistake: (text: string) => void
  readonly warning: (text: string) => void
  /** Called for every value that is left out. */
  readonly onLeftOut?: ((path: ConfigPath) => void) | undefined
  /** The includes that led here. */
  readonly chain: readonly string[]
}

const references = ['$env', '$file', '$include']

/** Replaces `${VAR}`, `$env`, `$file` and `$include` in the data of one file. What cannot be resolved is left out and reported. */
export async function resolveReferences(value: unknown, context: ResolveContext, path: ConfigPath = []): Promise<unknown> {
  if (typeof value === 'string') return substitute(value, context, path)
  if (Array.isArray(value)) {
    const items = await Promise.all(value.map((item, index) => resolveReferences(item, context, [...path, index])))
    return items.filter(item => item !== undefined)
  }
  if (!isConfigObject(value)) return value
  const reference = Object.keys(value).find(key => references.includes(key))
  if (reference) return followReference(reference, value, context, path)
  const entries = await Promise.all(
    Object.entries(value).map(async ([key, item]) => [key, await resolveReferences(item, context, [...path, key])] as const),
  )
  return Object.fromEntries(entries.filter(([, item]) => item !== undefined))
}

const variable = /(\$?)\$\{\s*([^{}\s:]+?)\s*(?::-([^{}]*))?\}/g

/** The text with its variables filled in; undefined when one of them is not set and has no fallback. */
function substitute(text: string, context: ResolveContext, path: ConfigPath): string | undefined {
  const missing: string[] = []
  const result = text.replace(variable, (whole, escape: string, name: string, fallback: string | undefined) => {
    if (escape) return whole.slice(1)
    const found = context.env[name]
    if (fallback !== undefined) return found || fallback
    if (found === undefined) missing.push(name)
    return found ?? ''
  })
  if (missing.length === 0) return result
  reportUnset(missing, context, path)
  return undefined
}

function reportUnset(names: readonly string[], context: ResolveContext, path: ConfigPath) {
  const what =
    names.length === 1 ? `the environment variable ${names[0]} is not set` : `the environment variables ${names.join(', ')} are not set`
  context.onLeftOut?.(path)
  context.warning(`${pathText(path)}: left out, because ${what} (${context.locationOf(path)})`)
}

async function followReference(reference: string, object: Readonly<Record<string, unknown>>, context: ResolveContext, path: ConfigPath) {
  const fail = (what: string) => {
    context.onLeftOut?.(path)
    context.mistake(`${pathText(path)}: ${what} (${context.locationOf(path)})`)
    return undefined
  }
  if (Object.keys(object).length > 1) return fail(`${reference} must be the only key`)
  const written = object[reference]
  const target = typeof written === 'string' ? substitute(written, context, path) : undefined
  if (typeof written !== 'string' || target === '') return fail(`${reference} needs a text`)
  if (target === undefined) return undefined
  if (reference === '$env') {
    const found = context.env[target]
    if (found === undefined) reportUnset([target], context, path)
    return found
  }
  try {
    return reference === '$file' ? (await readTarget(target, reference, context)).text.trimEnd() : await include(target, context, path)
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
}

async function readTarget(target: string, reference: string, context: ResolveContext): Promise<{ file: string; text: string }> {
  if (context.folder === undefined) throw new Error(`${reference} is not possible in a config that is read from an address`)
  if (target.includes('\0')) throw new Error(`${reference} is not a valid file name`)
  const file = isAbsolute(target) ? target : resolvePath(context.folder, target)
  context.onFile(file)
  try {
    return { file, text: await context.readText(file) }
  } catch (error) {
    throw new Error(`${reference} cannot read ${target}: ${readProblem(error)}`, { cause: error })
  }
}

/** Why a file could not be read, without its path and without Node's codes. */
export function readProblem(error: unknown): string {
  const code = (error as NodeJS.ErrnoException | undefined)?.code
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'there is no such file'
  if (code === 'EISDIR') return 'it is a folder'
  if (code === 'EACCES' || code === 'EPERM') return 'it may not be read'
  return error instanceof Error ? error.message : String(error)
}

async function include(target: string, context: ResolveContext, path: ConfigPath): Promise<unknown> {
  const [name = '', fragment = ''] = target.split(/#(.*)/s, 2)
  if (!['.json', '.yaml', '.yml'].includes(extname(name).toLowerCase()))
    throw new Error(`$include reads .json, .yaml and .yml files, not ${name || 'nothing'}`)
  const { file, text } = await readTarget(name, '$include', context)
  const step = `${file}#${fragment}`
  if (context.chain.includes(step))
    throw new Error(`$include is circular: ${[...context.chain, step].map(item => item.replace(/#$/, '')).join(' → ')}`)
  const { data } = parseYaml(text, name)
  const part = fragment === '' ? data : configAt(data, fragment.split('.'))
  if (part === undefined)
    throw new Error(fragment === '' ? `$include found nothing in ${name}` : `$include found no '${fragment}' in ${name}`)
  const { locationOf } = context
  return resolveReferences(
    part,
    {
      ...context,
      folder: dirname(file),
      chain: [...context.chain, step],
      locationOf: inner => `${name}, included at ${locationOf(inner)}`,
    },
    path,
  )
}
