import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import type { Environment } from '../config/environment.ts'

/** Which registry a package comes from, and what proves there who we are. */
export interface RegistryAccess {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
}

const publicRegistry = 'https://registry.npmjs.org/'

/** The registries of npm's own config: `.npmrc` beside the config and at home, and `npm_config_registry`. */
export async function readNpmConfig(folder: string, env: Environment) {
  const home = env['npm_config_userconfig'] ?? path.join(env['HOME'] ?? homedir(), '.npmrc')
  const texts = await Promise.all([home, path.join(folder, '.npmrc')].map(file => readFile(file, 'utf8').catch(() => '')))
  const settings = new Map(texts.flatMap(text => linesOf(text, env)))
  const main = env['npm_config_registry'] ?? settings.get('registry') ?? publicRegistry

  return {
    /** For `@acme/radar` the registry of `@acme`, where there is one. */
    registryOf(name: string): RegistryAccess {
      const scope = /^(@[^/]+)\//.exec(name)?.[1]
      const written = (scope && settings.get(`${scope}:registry`)) ?? main
      const url = new URL(written.endsWith('/') ? written : `${written}/`)
      return { url, headers: credentialsFor(url, settings) }
    },
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
