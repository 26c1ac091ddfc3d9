import { BackendSection, type Command } from '@portico/core/server'
import { checkHost } from '../hosts/check-host.ts'
import { integrationsSections } from '../config.ts'
import { createHosts } from '../hosts/create-hosts.ts'
import { toReadingSettings } from '../reading/reading-settings.ts'

/** `portico integrations check`: whether the credentials of hosts work. */
export const integrationsCheckCommand: Command = {
  name: 'integrations check',
  summary: 'Check the credentials of the hosts in integrations',
  args: [{ name: '[host]', description: 'only this host, or the address of a repository on it' }],
  options: [{ flags: '--json', description: 'print as JSON' }],
  async run({ args, options, print, warn, readSections, cwd, env }) {
    const { values, leftOut } = await readSections({ ...integrationsSections, 'backend.reading': BackendSection.shape.reading })
    for (const line of leftOut) warn(`warning: left out of the config: ${line}`)
    const { integrations, 'backend.reading': reading } = values
    const hosts = createHosts(toReadingSettings({ integrations, allow: reading.allow, folder: cwd, env }))
    const [given] = args
    const repository = given !== undefined && /^https?:\/\//.test(given) && URL.canParse(given) ? given : undefined
    const only = repository === undefined ? given : new URL(repository).host
    const asked = hosts.settings.filter(each => (only === undefined ? hosts.hasCredentials(each) : each.host === only))
    if (only !== undefined && asked.length === 0) {
      warn(`error: there is no host '${only}' in integrations`)
      return 2
    }
    const results = await Promise.all(asked.map(each => checkHost(hosts, each, { repository })))
    if (options['json']) print(JSON.stringify(results, undefined, 2))
    else if (results.length === 0) print('No host in integrations has credentials that could be checked')
    else
      for (const { host, isFine, message, scopes } of results) {
        const mark = isFine === undefined ? '-' : isFine ? '✓' : '✗'
        print(`${mark} ${host}: ${message}${scopes.length === 0 ? '' : ` (scopes: ${scopes.join(', ')})`}`)
      }
    return results.some(({ isFine }) => isFine === false) ? 1 : 0
  },
}
