import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'

interface PassThrough {
  readonly url: URL
  readonly token: string
  readonly warn: (line: string) => void
}

/** Passes messages on between a local agent and a portal, until the agent ends. */
export async function passThrough({ url, token, warn }: PassThrough): Promise<number> {
  const agent = new StdioServerTransport()
  const portal = new StreamableHTTPClientTransport(url, { requestInit: { headers: { authorization: `Bearer ${token}` } } })
  const { promise, resolve } = Promise.withResolvers<number>()

  async function ask(message: JSONRPCMessage): Promise<void> {
    try {
      await portal.send(message)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      warn(`The portal did not answer: ${reason}`)
      // An agent that asked gets an answer in any case.
      if ('id' in message && 'method' in message)
        await agent.send({ jsonrpc: '2.0', id: message.id, error: { code: -32_000, message: reason } })
    }
  }

  agent.onmessage = message => void ask(message)
  agent.onclose = () => resolve(0)
  process.stdin.once('end', () => resolve(0))
  portal.onmessage = message => {
    const version = 'result' in message ? message.result['protocolVersion'] : undefined
    if (typeof version === 'string') portal.setProtocolVersion(version)
    void agent.send(message)
  }
  await portal.start()
  await agent.start()
  const code = await promise
  await portal.close()
  return code
}
