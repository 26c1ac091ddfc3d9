import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ToolRequest {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** A tool on loopback that answers as a test says. */
export async function startScriptedTool(answer: (request: ToolRequest, response: ServerResponse) => void) {
  const requests: ToolRequest[] = []
  const state = { answer }
  const server = createServer((request, response) => {
    void read(request).then(body => {
      const asked = { method: request.method ?? '', url: new URL(request.url ?? '/', 'http://tool'), headers: request.headers, body }
      requests.push(asked)
      state.answer(asked, response)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    state,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type ScriptedTool = Awaited<ReturnType<typeof startScriptedTool>>

/** Answers with JSON. */
export function sendJson(response: ServerResponse, value: unknown, headers: Record<string, string> = {}, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return String(Buffer.concat(chunks))
}
