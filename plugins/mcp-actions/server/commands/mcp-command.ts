import { BackendSection, ConfigError, type Command } from '@portico/core/server'

/** `portico mcp`: tools of the portal for agents that only speak over standard input and output. */
export const mcpCommands: readonly Command[] = [
  {
    name: 'mcp',
    summary: 'Serves the tools of a portal to a local agent, over standard input and output, with a token of its user (PORTICO_TOKEN)',
    options: [
      { flags: '--url <address>', description: 'The portal; that of the config by default' },
      { flags: '--server <name>', description: 'A server of mcpActions.servers; the one with all tools by default' },
    ],
    async run({ options, env, warn, readSections }) {
      const token = env['PORTICO_TOKEN']
      if (token === undefined || token === '') {
        warn(
          'PORTICO_TOKEN is not set. Make an access token on the settings page of the portal, and give it to this command in the environment',
        )
        return 1
      }
      const base =
        typeof options['url'] === 'string' ? options['url'] : (await readSections({ backend: BackendSection })).values.backend.baseUrl
      if (!URL.canParse(base)) throw new ConfigError([`--url: '${base}' is no address`])
      const server = typeof options['server'] === 'string' ? `/${encodeURIComponent(options['server'])}` : ''
      const { passThrough } = await import('./pass-through.ts')
      return passThrough({ url: new URL(`${base.replace(/\/+$/, '')}/api/mcp-actions/v1${server}`), token, warn })
    },
  },
]
