import { silentLog } from '@portico/core/testing'
import { createTokenService } from '../../core/server/tokens/token-service.ts'
import type { KeyRecord, KeyStore } from '../../core/server/tokens/key-store.ts'
import type { Figure } from '../figure.ts'
import type { Admission } from '../../core/server/host/identity.ts'
import { median } from '../statistics.ts'

const tokens = 500
const rounds = 20

/** Keys in memory only: the figure measures the verification of tokens, not the database. */
function createPassingKeys(): KeyStore {
  const kept: KeyRecord[] = []
  return {
    async takeSigningKey(_owner, _algorithm, _now, make) {
      const made = await make()
      kept.push(made)
      return made
    },
    publishedKeys: async () => kept,
  }
}

/** The cost of authentication for every request with a token. */
export const tokenFigure: Figure = {
  id: 'tokens',
  about: `verification of ${tokens} users' tokens, seen for the first time and again`,
  async measure() {
    const users = new Map<string, Admission>(Array.from({ length: tokens }, (_, i) => [`user:default/u${i}`, { admitted: true }]))
    const service = createTokenService({
      db: undefined as never,
      store: createPassingKeys(),
      log: silentLog,
      // As in a portal: whether the user still exists is checked each time, from a cache.
      identity: () => ({ userInfo: async () => undefined, admission: ref => users.get(ref) ?? { admitted: false, reason: 'gone' } }),
      settings: {
        tokenLifetimeMs: 3_600_000,
        algorithm: 'ES256',
        omitOwnership: true,
        issuer: 'https://portal.example/api/auth',
        externalAccess: [],
      },
    })
    const issued: string[] = []
    for (let i = 0; i < tokens; i++) issued.push((await service.userTokens.issue({ userEntityRef: `user:default/u${i}` })).token)
    const verifyAll = async () => {
      const times: number[] = []
      for (const token of issued) {
        const began = performance.now()
        await service.verify(token, { pluginId: 'catalog', allowLimited: false })
        times.push(performance.now() - began)
      }
      return times
    }
    const first = await verifyAll()
    const again: number[] = []
    for (let round = 0; round < rounds; round++) again.push(...(await verifyAll()))
    return [
      { name: 'Verification of a token seen before, median', value: median(again) * 1000, unit: 'µs', limit: 100 },
      { name: 'Verification of a token seen for the first time, median', value: median(first) * 1000, unit: 'µs' },
    ]
  },
}
