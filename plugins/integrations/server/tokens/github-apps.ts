import { createPrivateKey } from 'node:crypto'
import { sourceInvalid } from '../reading/reading-errors.ts'
import type { GithubAppSource, Token, TokenRequest } from './token-source.ts'

interface Installation {
  readonly id: number
  readonly owner: string
  readonly isSuspended: boolean
}

const keepMs = 10 * 60_000
const perPage = 100
const maxPages = 100

/** Tokens of GitHub apps, by owner. Which owners have installed an app is kept for ten minutes. */
export function createGithubApps(request: TokenRequest) {
  const known = new Map<string, { readonly installations: Promise<readonly Installation[]>; readonly until: number }>()

  async function asApp({ appId, privateKey }: GithubAppSource): Promise<Record<string, string>> {
    // GitHub refuses times that lie ahead of its own clock, and more than ten minutes.
    const now = Math.floor(Date.now() / 1000)
    const { SignJWT } = await import('jose')
    const token = await new SignJWT({})
      .setProtectedHeader({ alg: 'RS256' })
      .setIssuer(appId)
      .setIssuedAt(now - 60)
      .setExpirationTime(now + 540)
      .sign(toKey(privateKey, appId))
    return { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json' }
  }

  async function list(source: GithubAppSource): Promise<readonly Installation[]> {
    const headers = await asApp(source)
    const found: Installation[] = []
    for (let page = 1; page <= maxPages; page += 1) {
      const { items } = await request(`${source.apiBaseUrl}/app/installations?per_page=${perPage}&page=${page}`, { headers })
      const installations = (items ?? []) as { id: number; account?: { login?: string }; suspended_at?: string | null }[]
      found.push(...installations.map(each => ({ id: each.id, owner: each.account?.login ?? '', isSuspended: Boolean(each.suspended_at) })))
      if (installations.length < perPage) break
    }
    return found
  }

  function installationsOf(source: GithubAppSource): Promise<readonly Installation[]> {
    const key = `${source.apiBaseUrl} ${source.appId}`
    const before = known.get(key)
    if (before && before.until > Date.now()) return before.installations
    const entry = { installations: list(source), until: Date.now() + keepMs }
    known.set(key, entry)
    entry.installations.catch(() => known.get(key) === entry && known.delete(key))
    return entry.installations
  }

  return {
    async token(source: GithubAppSource, owner: string | undefined): Promise<Token | undefined> {
      const { allowedOwners, isPublic } = source
      const isAllowed = (name: string) => !allowedOwners || allowedOwners.some(each => each.toLowerCase() === name.toLowerCase())
      const usable = (await installationsOf(source)).filter(each => !each.isSuspended && isAllowed(each.owner))
      const own = usable.find(each => each.owner.toLowerCase() === owner?.toLowerCase())
      // What is public can be read with the token of any installation, at its larger budget.
      const installation = own ?? (isPublic || owner === undefined ? usable[0] : undefined)
      if (!installation) return undefined
      const url = `${source.apiBaseUrl}/app/installations/${installation.id}/access_tokens`
      const body = await request(url, { method: 'POST', headers: await asApp(source) })
      const expiresAt = Date.parse(String(body['expires_at']))
      return { value: String(body['token']), expiresAt: Number.isNaN(expiresAt) ? Date.now() + keepMs : expiresAt }
    },
  }
}

function toKey(privateKey: string, appId: string) {
  try {
    return createPrivateKey(privateKey.replaceAll('\\n', '\n'))
  } catch {
    throw sourceInvalid(`The privateKey of the GitHub app ${appId} in integrations.github is not a private key in PEM form`)
  }
}
