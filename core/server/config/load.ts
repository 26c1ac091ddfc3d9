import { configAt, isConfigObject, mergeConfig } from '@portico/core/common'
import type { ConfigObject } from '@portico/core/common'
import { dirname, isAbsolute, relative, resolve } from 'node:path'
import { ConfigError } from './config-error.ts'
import { pathText } from './config-path.ts'
import type { ConfigPath } from './config-path.ts'
import { readEnvironment } from './environment.ts'
import type { Environment } from './environment.ts'
import { configFiles, environmentMistakes, fetchText, readTextFile } from './files.ts'
import type { ConfigFile } from './files.ts'
import { readProblem, resolveReferences } from './resolve.ts'
import type { ConfigSource } from './source.ts'
import { parseYaml } from './yaml.ts'

export interface LoadOptions {
  readonly cwd: string
  /** Files and addresses named by `--config`; with none, the default files. */
  readonly files?: readonly string[] | undefined
  readonly env: Environment
  /** Whether `files` may hold http(s) addresses. */
  readonly remote?: boolean | undefined
  /** Only a part of it is needed: files that are named by `$file` and `$include` may be missing, as variables may be unset. */
  readonly isPartial?: boolean | undefined
  readonly example?: ExampleConfig | undefined
}

/** The config of an example, beneath all others. It holds until somebody brings what it shows. */
export interface ExampleConfig {
  /** Where config files are named, it is not read. Within it, `${EXAMPLE_FOLDER}` is the folder that it is in. */
  readonly file: string
  /** The keys that end it, as soon as another file or the environment has one of them: `catalog.locations`. */
  readonly until: readonly string[]
}

export interface LoadedConfig {
  /** Where relative paths in it begin. */
  readonly folder: string
  /** All layers merged, without null values. */
  readonly data: ConfigObject
  /** Where the value at a path was written; for a missing one, where the enclosing value was. */
  readonly locationOf: (path: ConfigPath) => string | undefined
  /** The folder of the file that the value at a path was written in; of what was not written in a file, `folder`. */
  readonly folderOf: (path: ConfigPath) => string
  /** A value as it was typed into the environment. */
  readonly textOf: (path: ConfigPath) => string | undefined
  readonly warnings: readonly string[]
  /** Values that were left out, because a variable is not set or a file does not exist. */
  readonly leftOut: readonly ConfigPath[]
  /** The names of the layers that were found. */
  readonly sources: readonly string[]
  /** Files whose change may change the config, also those that do not exist yet. */
  readonly files: readonly string[]
  readonly addresses: readonly string[]
}

/** Reads and merges all config; throws a ConfigError with every mistake found on the way. */
export async function loadConfig(options: LoadOptions): Promise<LoadedConfig> {
  const mistakes: string[] = environmentMistakes(options.env)
  const warnings: string[] = []
  const leftOut: ConfigPath[] = []
  const files = new Set<string>()
  const candidates = mistakes.length > 0 ? [] : configFiles({ cwd: options.cwd, named: options.files, env: options.env })
  const findings = { files, mistakes, warnings, leftOut }
  const read = candidates.map(file => readSource(file, options, findings))
  const fromFiles = (await Promise.all(read)).filter(source => source !== undefined)
  const environment = readEnvironment(options.env)
  mistakes.push(...environment.mistakes)
  const own = [...fromFiles, ...environment.sources]
  const sources = [...(await readExample(own, options, findings)), ...own]
  const merged = mergeSources(sources, warnings)
  if (mistakes.length > 0) throw new ConfigError(mistakes, warnings, [...files])
  return {
    folder: options.cwd,
    data: withoutNulls(merged),
    locationOf(path) {
      const place = placeIn(sources, path)
      return place?.source.locationOf(place.part)
    },
    folderOf: path => placeIn(sources, path)?.source.folder ?? options.cwd,
    textOf: path => sources.findLast(source => configAt(source.data, path) !== undefined)?.textOf(path),
    warnings,
    leftOut,
    sources: sources.filter(source => Object.keys(source.data).length > 0).map(source => source.name),
    files: [...files],
    addresses: candidates.filter(file => file.remote).map(file => file.location),
  }
}

interface Findings {
  readonly files: Set<string>
  readonly mistakes: string[]
  readonly warnings: string[]
  readonly leftOut: ConfigPath[]
}

async function readExample(own: readonly ConfigSource[], options: LoadOptions, findings: Findings): Promise<ConfigSource[]> {
  const { example, cwd, files = [] } = options
  if (!example || files.length > 0) return []
  const isOver = example.until.some(key => own.some(({ data }) => configAt(data, key.split('.')) !== undefined))
  if (isOver) return []
  const location = resolve(cwd, example.file)
  // Where it is inside of the folder that the portal runs in, its entities come from the same place for everyone who starts it.
  const name = shortest(cwd, location)
  const env = { ...options.env, EXAMPLE_FOLDER: shortest(cwd, dirname(location)) }
  const source = await readSource({ name, location, remote: false, required: false }, { ...options, env }, findings)
  return source ? [source] : []
}

function shortest(folder: string, file: string): string {
  const inside = relative(folder, file)
  return inside.startsWith('..') || isAbsolute(inside) ? file : inside
}

async function readSource(file: ConfigFile, options: LoadOptions, findings: Findings): Promise<ConfigSource | undefined> {
  const { name, location } = file
  if (file.remote && !options.remote) {
    findings.mistakes.push(`${name}: config is read from addresses only when that is switched on (--allow-remote-config)`)
    return undefined
  }
  if (!file.remote) findings.files.add(location)
  let text: string
  try {
    text = await (file.remote ? fetchText(location) : readTextFile(location))
  } catch (error) {
    const absent = (error as NodeJS.ErrnoException).code === 'ENOENT'
    if (file.required || !absent) findings.mistakes.push(`${name}: cannot be read: ${readProblem(error)}`)
    return undefined
  }
  try {
    return await toSource(text, file, options, findings)
  } catch (error) {
    findings.mistakes.push(error instanceof Error ? error.message : String(error))
    return undefined
  }
}

async function toSource(text: string, file: ConfigFile, options: LoadOptions, findings: Findings): Promise<ConfigSource> {
  const { name, location } = file
  const yaml = parseYaml(text, name)
  if (yaml.data !== undefined && yaml.data !== null && !isConfigObject(yaml.data))
    throw new Error(`${name}: must hold an object of sections, such as 'app:'`)
  const locationOf = (path: ConfigPath) => {
    const line = yaml.lineOf(path)
    return line === undefined ? name : `${name}:${line}`
  }
  const folder = file.remote ? undefined : dirname(location)
  const data = await resolveReferences(yaml.data ?? {}, {
    folder,
    env: options.env,
    readText: readTextFile,
    onFile: path => findings.files.add(path),
    locationOf,
    mistake: line => (options.isPartial ? findings.warnings : findings.mistakes).push(line),
    warning: line => findings.warnings.push(line),
    onLeftOut: path => findings.leftOut.push(path),
    chain: [`${location}#`],
  })
  return { name, data: isConfigObject(data) ? data : {}, folder, locationOf, textOf: () => undefined }
}

function mergeSources(sources: readonly ConfigSource[], warnings: string[]): unknown {
  return sources.reduce<unknown>((merged, source) => {
    for (const path of emptied(merged, source.data)) {
      warnings.push(`${pathText(path)}: is empty and removes what came before it (${source.locationOf(path)})`)
    }
    return mergeConfig(merged, source.data)
  }, {})
}

/** Objects that a later null removes: usually a section whose lines are all commented out. */
function emptied(base: unknown, over: unknown, path: ConfigPath = []): ConfigPath[] {
  if (!isConfigObject(base)) return []
  if (over === null) return [path]
  if (!isConfigObject(over)) return []
  return Object.keys(over).flatMap(key => (Object.hasOwn(base, key) ? emptied(base[key], over[key], [...path, key]) : []))
}

/** The last source that has a value at the path, or at as much of it as there is. */
function placeIn(
  sources: readonly ConfigSource[],
  path: ConfigPath,
): { readonly source: ConfigSource; readonly part: ConfigPath } | undefined {
  for (let length = path.length; length > 0; length--) {
    const part = path.slice(0, length)
    const source = sources.findLast(candidate => configAt(candidate.data, part) !== undefined)
    if (source) return { source, part }
  }
  return undefined
}

function withoutNulls(value: unknown): ConfigObject {
  return isConfigObject(value) ? (prune(value) as ConfigObject) : {}
}

/** Null means "not set" for a key. In a list it stays and is rejected by validation: removing it would shift the indexes of the others. */
function prune(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(prune)
  if (!isConfigObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== null && item !== undefined)
      .map(([key, item]) => [key, prune(item)]),
  )
}
