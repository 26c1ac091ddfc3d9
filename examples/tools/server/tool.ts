import type { IncomingMessage } from 'node:http'

/** What a tool gets of a request. */
export interface ToolRequest {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

/** What it answers; undefined is 404. */
export interface ToolAnswer {
  readonly status?: number
  readonly json?: unknown
  readonly body?: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
}
