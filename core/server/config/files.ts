import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Environment } from './environment.ts'

/** A file or address that config may be read from. */
export interface ConfigFile {
  /** As it was written, or its default name. */
  readonly name: string
  readonly location: string
  readonly remote: boolean
  /** It was named explicitly, so it must exist. */
  readonly required: boolean
}

/** Which files make up the config, in order: those named, else the default ones for the environments in `BACKSTAGE_ENV` or `PORTICO_ENV`. */
export function configFiles(options: { cwd: string; named?: readonly string[] | undefined; env: Environment }): ConfigFile[] {
  const { cwd, named = [], env } = options
  if (named.length > 0) {
    return named.map(name => {
      const remote = /^https?:\/\//i.test(name)
      return { name, location: remote ? name : resolve(cwd, name), remote, required: true }
    })
  }
  const environments = `${env['BACKSTAGE_ENV'] ?? ''},${env['PORTICO_ENV'] ?? ''}`
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '')
  const middles = [...new Set(environments)].map(name => `.${name}`)
  const names = ['', ...middles, '.local', ...middles.map(middle => `${middle}.local`)].map(middle => `app-config${middle}.yaml`)
  return names.map(name => ({ name, location: resolve(cwd, name), remote: false, required: false }))
}

/** What is wrong with the names of the environments: they become part of file names. */
export function environmentMistakes(env: Environment): string[] {
  return ['BACKSTAGE_ENV', 'PORTICO_ENV'].flatMap(variable =>
    (env[variable] ?? '')
      .split(',')
      .filter(name => /[/\\\0]/.test(name) || name.trim() === '..')
      .map(name => `${variable}: '${name}' cannot be the name of an environment`),
  )
}

/** The text of a file on disk, without a byte order mark. */
export async function readTextFile(path: string): Promise<string> {
  return (await readFile(path, 'utf8')).replace(/^\uFEFF/, '')
}

/** The text at an address; anything but a success status within ten seconds is an error. */
export async function fetchText(address: string): Promise<string> {
  const reply = await fetch(address, {
    signal: AbortSignal.timeout(10_000),
    headers: { accept: 'application/yaml, application/json, text/plain' },
  })
  if (!reply.ok) throw new Error(`answered with status ${reply.status}`)
  return reply.text()
}
