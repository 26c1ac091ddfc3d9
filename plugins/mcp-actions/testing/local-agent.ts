import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'

export interface LocalAgentOptions {
  /** The built portal, whose command `mcp` the agent starts. */
  readonly program: string
  readonly url: string
  readonly token: string
  readonly server?: string
}

/** An agent of the official SDK that speaks with `portico mcp` over standard input and output. */
export async function startLocalAgent({ program, url, token, server }: LocalAgentOptions) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', program, 'mcp', '--url', url, ...(server === undefined ? [] : ['--server', server])],
    env: { PATH: process.env['PATH'] ?? '', PORTICO_TOKEN: token },
  })
  const client = new Client({ name: 'local-agent', version: '1.0.0' })
  await client.connect(transport)

  async function callText(name: string, input: Record<string, unknown> = {}): Promise<string> {
    const { content, isError } = await client.callTool({ name, arguments: input })
    const text = (content as { text: string }[]).map(each => each.text).join('\n')
    if (isError === true) throw new Error(`${name}: ${text}`)
    return text
  }

  return {
    client,
    /** The answer of a tool, as the agent reads it. */
    callText,
    /** The same as the value that stands between the marks. */
    call: async (name: string, input: Record<string, unknown> = {}): Promise<unknown> =>
      JSON.parse((await callText(name, input)).split('\n')[1] ?? '') as unknown,
    close: () => client.close(),
  }
}

export type LocalAgent = Awaited<ReturnType<typeof startLocalAgent>>
