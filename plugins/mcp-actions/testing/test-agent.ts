import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'

interface TestAgentOptions {
  /** Where the portal listens, and where it says that it is. */
  readonly listens: string
  readonly says: string
  readonly server?: string
  readonly clientName?: string
  /** What the user does on the consent page: the id of the request comes in, the address to go to comes out. */
  readonly consent: (requestId: string) => Promise<string>
}

const redirectUrl = 'http://127.0.0.1:7777/callback'

/** An agent as the official SDK makes one: it registers, has its user asked, and calls tools. */
export function createTestAgent({ listens, says, server, clientName = 'Test agent', consent }: TestAgentOptions) {
  let information: OAuthClientInformationMixed | undefined
  let tokens: OAuthTokens | undefined
  let verifier = ''
  let code: string | undefined
  /** Scopes of the authorization requests, in order. */
  const asked: string[] = []
  const here: typeof fetch = async (address, init) => fetch(String(address).replace(says, listens), init)

  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: { client_name: clientName, redirect_uris: [redirectUrl], token_endpoint_auth_method: 'none' },
    clientInformation: () => information,
    saveClientInformation: given => void (information = given),
    tokens: () => tokens,
    saveTokens: given => void (tokens = given),
    saveCodeVerifier: given => void (verifier = given),
    codeVerifier: () => verifier,
    async redirectToAuthorization(url) {
      asked.push(url.searchParams.get('scope') ?? '')
      const response = await here(url.href, { redirect: 'manual' })
      const consentPage = response.headers.get('location') ?? ''
      const id = /\/agents\/connect\/([^/?]+)/.exec(consentPage)?.[1]
      if (id === undefined) throw new Error(`no consent page: ${response.status} ${consentPage} ${await response.text()}`)
      code = new URL(await consent(decodeURIComponent(id))).searchParams.get('code') ?? undefined
    },
  }

  function createTransport() {
    const url = new URL(`${says}/api/mcp-actions/v1${server === undefined ? '' : `/${server}`}`)
    return new StreamableHTTPClientTransport(url, { authProvider: provider, fetch: here })
  }

  let client = new Client({ name: 'test-agent', version: '1.0.0' })
  let transport = createTransport()

  async function finish(): Promise<void> {
    if (code === undefined) throw new Error('the user has not let the agent in')
    await transport.finishAuth(code)
    code = undefined
  }

  return {
    asked,
    client: () => client,
    tokens: () => tokens,
    useTokens: (given: OAuthTokens) => void (tokens = given),
    clientId: () => information?.client_id ?? '',
    finish,
    /** Connects, with the consent of the user where that is needed. */
    async connect(): Promise<void> {
      try {
        await client.connect(transport)
      } catch (error) {
        if (code === undefined) throw error
        await finish()
        client = new Client({ name: 'test-agent', version: '1.0.0' })
        transport = createTransport()
        await client.connect(transport)
      }
    },
    /** The text of a tool's answer. Where a scope is missing, the user is asked for it, and the call is made again. */
    async call(name: string, input: Record<string, unknown> = {}): Promise<{ text: string; isError: boolean }> {
      const run = async () => {
        const { content, isError } = await client.callTool({ name, arguments: input })
        return { text: (content as { text: string }[]).map(({ text }) => text).join('\n'), isError: isError === true }
      }
      try {
        return await run()
      } catch (error) {
        if (code === undefined) throw error
        await finish()
        return run()
      }
    },
    close: () => client.close(),
  }
}

export type TestAgent = ReturnType<typeof createTestAgent>
