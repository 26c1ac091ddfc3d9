import type { Core } from '@portico/core/server'
import { guestConfig, isDevelopment, type authSections } from '../config.ts'
import { createBlockStore } from './block-store.ts'
import { createGuest } from './guest-user.ts'
import { createLiveUsers } from './live-users.ts'
import { createUsers } from './user-catalog.ts'
import { createUserInfoStore } from './user-info-store.ts'

/** Everything about users: what is known of them, who is blocked, who is a guest. */
export function openUsers({ config, db, log, work: { events }, server: { isExposed } }: Core<typeof authSections>) {
  const { nestedGroups, cacheTtl } = config['auth.ownership']
  const userInfos = createUserInfoStore(db)
  const blocks = createBlockStore(db)
  const users = createUsers({ nestedGroups })
  const inDevelopment = isDevelopment(config['auth.environment'], process.env['NODE_ENV'])
  const guestSettings = guestConfig(config['auth.providers'], inDevelopment && !isExposed)
  const guest = createGuest({ config: guestSettings, inDevelopment, isExposed, users })
  const live = createLiveUsers({ userInfos, blocks, users, guest, events, cacheMs: cacheTtl, log })
  /** Undefined without a guest provider. */
  const configuredGuest = guestSettings && guest
  return { userInfos, blocks, users, live, configuredGuest }
}
