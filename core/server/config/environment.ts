import { isConfigObject, parseJson } from '@portico/core/common'
import type { ConfigPath } from './config-path.ts'
import type { ConfigSource } from './source.ts'

export type Environment = Readonly<Record<string, string | undefined>>

const prefix = 'APP_CONFIG_'
const keyPart = /^[a-z][a-z0-9]*(?:[-:][a-z0-9]+)*$/i

type Tree = { [key: string]: unknown }

/**
 * Config from the environment: `APP_CONFIG_a_b=v` sets `a.b`, as JSON where it is JSON and as text otherwise; empty variables count as unset.
 * `DATABASE_URL` sets the database, unless an `APP_CONFIG_` variable does.
 */
export function readEnvironment(env: Environment): { sources: ConfigSource[]; mistakes: string[] } {
  const mistakes: string[] = []
  const names = new Map<string, string>()
  const data: Tree = Object.create(null)
  // Sorted, so that APP_CONFIG_a comes before APP_CONFIG_a_b and the result does not depend on the order of the environment.
  for (const name of Object.keys(env)
    .filter(candidate => candidate.startsWith(prefix))
    .sort()) {
    const text = env[name]
    if (!text) continue
    const path = name.slice(prefix.length).split('_')
    const mistake = path.every(part => keyPart.test(part))
      ? setAt(data, path, parseJson(text, text))
      : `'${path.join('.')}' is not a config key`
    if (mistake) mistakes.push(`${name}: ${mistake}`)
    else names.set(JSON.stringify(path), name)
  }
  return {
    sources: [
      ...databaseUrl(env),
      { name: `${prefix}*`, data, locationOf: path => nameFor(names, path), textOf: path => textFor(env, names, path) },
    ],
    mistakes,
  }
}

function databaseUrl(env: Environment): ConfigSource[] {
  const url = env['DATABASE_URL']
  if (!url) return []
  return [
    {
      name: 'DATABASE_URL',
      data: { backend: { database: { connection: url } } },
      locationOf: () => 'DATABASE_URL',
      textOf: () => undefined,
    },
  ]
}

function setAt(data: Tree, path: readonly string[], value: unknown): string | undefined {
  if (value === null) return 'null is not a config value'
  let parent = data
  for (const key of path.slice(0, -1)) {
    if (!Object.hasOwn(parent, key)) parent[key] = {}
    const next = parent[key]
    if (!isConfigObject(next)) return `cannot be set, because '${key}' is set to a value that is not an object`
    parent = next as Tree
  }
  parent[path.at(-1) ?? ''] = value
  return undefined
}

/** The variable that set a value, or the part of it that was written first. */
function nameFor(names: ReadonlyMap<string, string>, path: ConfigPath): string {
  for (let length = path.length; length > 0; length--) {
    const name = names.get(JSON.stringify(path.slice(0, length)))
    if (name) return name
  }
  return `${prefix}*`
}

function textFor(env: Environment, names: ReadonlyMap<string, string>, path: ConfigPath): string | undefined {
  const name = names.get(JSON.stringify(path))
  return name && env[name]
}
