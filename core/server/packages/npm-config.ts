import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Environment } from '../config/environment.ts'
import { PackageProblem } from './package-problem.ts'

/** Which registry a package comes from, and what proves there who we are. */
export interface RegistryAccess {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
}

/** The registries of npm's own config: `.npmrc` beside the config and at home, `npm_config_registry`, and else what npm itself takes. */
export async function readNpmConfig(folder: string, env: Environment) {
  const home = env['npm_config_userconfig'] ?? path.join(env['HOME'] ?? homedir(), '.npmrc')
  const texts = await Promise.all([home, path.join(folder, '.npmrc')].map(file => readFile(file, 'utf8').catch(() => '')))
  const settings = new Map(texts.flatMap(text => linesOf(text, env)))
  const main = env['npm_config_registry'] ?? settings.get('registry')

  return {
    /** For `@acme/radar` the registry of `@acme`, where there is one. */
    async registryOf(name: string): Promise<RegistryAccess> {
      const scope = /^(@[^/]+)\//.exec(name)?.[1]
      const written = (scope && settings.get(`${scope}:registry`)) ?? main ?? (await registryOfNpm(env))
      const url = new URL(written.endsWith('/') ? written : `${written}/`)
      return { url, headers: credentialsFor(url, settings) }
    },
  }
}

/** Where npm is not there either, as in an image, the config has to say it. */
async function registryOfNpm(env: Environment): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('npm', ['config', 'get', 'registry'], { env, timeout: 20_000 })
    return new URL(stdout.trim()).href
  } catch {
    throw new PackageProblem('No registry is known here: write registry=https://… into .npmrc, or set npm_config_registry')
  }
}

function linesOf(text: string, env: Environment): [string, string][] {
  return text.split('\n').flatMap(line => {
    const [, key = '', value = ''] = /^\s*([^#;=\s][^=]*?)\s*=\s*(.*?)\s*$/.exec(line) ?? []
    const filled = value.replace(/^"(.*)"$/, '$1').replaceAll(/\$\{([^}]+)\}/g, (whole, name: string) => env[name] ?? whole)
    return key === '' ? [] : [[key, filled] as [string, string]]
  })
}

/** npm writes credentials for an address and all below it. */
function credentialsFor(url: URL, settings: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  for (let at = `//${url.host}${url.pathname}`; at.length > 2; at = at.replace(/[^/]*\/?$/, '')) {
    const token = settings.get(`${at}:_authToken`)
    if (token) return { authorization: `Bearer ${token}` }
    const basic = settings.get(`${at}:_auth`)
    if (basic) return { authorization: `Basic ${basic}` }
  }
  return {}
}
