import { createGuardedRequest } from '@portico/core/server/outbound'
import { z } from 'zod'
import { answerFailed } from '../errors.ts'
import type { Target } from './targets.ts'

type Oauth = Extract<Target['auth'], { type: 'oauth' }>

const Answer = z.object({ access_token: z.string().min(1).max(20_000), expires_in: z.coerce.number().positive().optional() })
const maxBytes = 100_000
const defaultSeconds = 300

/** Tokens by client credentials, each asked for once until it is about to end. */
export function createOauthTokens({ timeoutMs }: { readonly timeoutMs: () => number }) {
  const kept = new Map<string, { readonly token: Promise<string>; until: number }>()
  const keyOf = ({ tokenUrl, clientId, scope }: Oauth) => JSON.stringify([tokenUrl, clientId, scope])

  async function ask(
    { tokenUrl, clientId, clientSecret, scope }: Oauth,
    signal: AbortSignal | undefined,
  ): Promise<{ token: string; seconds: number }> {
    const url = new URL(tokenUrl)
    const form = new URLSearchParams({ grant_type: 'client_credentials', ...(scope !== undefined && { scope }) })
    const basic = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64')
    const { answer } = await createGuardedRequest({ allow: [{ host: url.host }], timeoutMs: timeoutMs(), maxBytes })(url, {
      headers: () => ({ authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }),
      body: Buffer.from(String(form)),
      signal,
      isAnyStatusRead: true,
    })
    const parsed = answer.status === 200 ? Answer.safeParse(parse(String(answer.bytes))) : undefined
    if (!parsed?.success) throw answerFailed(`${url.host} gave no token: it answered with status ${answer.status}`)
    return { token: parsed.data.access_token, seconds: parsed.data.expires_in ?? defaultSeconds }
  }

  return {
    async get(auth: Oauth, signal?: AbortSignal): Promise<string> {
      const key = keyOf(auth)
      const known = kept.get(key)
      if (known && known.until > Date.now()) return known.token
      const asked = ask(auth, signal)
      const entry = { token: asked.then(({ token }) => token), until: Infinity }
      kept.set(key, entry)
      try {
        const { seconds } = await asked
        entry.until = Date.now() + Math.max(seconds - 60, seconds / 2) * 1000
      } catch {
        kept.delete(key)
      }
      return entry.token
    },
    /** A token that the tool refuses is asked for again, once for all who were refused with it. */
    async forget(auth: Oauth, token: string): Promise<void> {
      const known = kept.get(keyOf(auth))
      if (known && (await known.token.catch(() => token)) === token && kept.get(keyOf(auth)) === known) kept.delete(keyOf(auth))
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
