import type { Audit, IdentityPort, Jobs, Permissions, Principal } from '@portico/core/server'
import { announcementLimits, manageAnnouncementsPermission, type Announcement, type NewAnnouncement } from '@portico/notifications/common'
import { z } from 'zod'
import { announcementNotFound, mayNotAnnounce, tooManyAnnouncements } from '../errors.ts'
import type { NotificationDraft } from '../notification-extensions.ts'
import type { AnnouncementStore } from './announcement-store.ts'

export interface AnnouncementsDependencies {
  readonly store: AnnouncementStore
  readonly jobs: Jobs
  readonly audit: Audit
  readonly permissions: Pick<Permissions, 'authorize' | 'isEnabled'>
  readonly identity: Pick<IdentityPort, 'userInfo'>
  /** Users and groups who announce things where permissions are disabled. */
  readonly announcers: () => readonly string[]
  readonly send: (draft: NotificationDraft) => Promise<unknown>
}

export type Announcements = ReturnType<typeof createAnnouncements>

/** What operators tell everybody for a time. When it begins, everybody is also notified. */
export function createAnnouncements(dependencies: AnnouncementsDependencies) {
  const { store, jobs, audit, permissions, identity, announcers, send } = dependencies
  const beginnings = jobs.define({
    name: 'announce',
    payload: z.object({ id: z.string() }),
    async run({ payload: { id } }) {
      const found = await store.find(id)
      // It may have been taken back, or be over.
      if (!found || (found.ends !== null && new Date(found.ends) < new Date())) return
      const { title, text, severity } = found
      const payload = {
        title,
        severity,
        topic: 'announcements',
        scope: `announcement:${id}`,
        link: '/notifications',
        ...(text !== '' && { description: text }),
      }
      await send({ origin: 'plugin:notifications', recipients: { type: 'broadcast' }, payload })
    },
  })

  /** Without permissions everybody would have this one, so the config names those who do. */
  async function mayManage(caller: Principal): Promise<boolean> {
    const [decision] = await permissions.authorize(caller, [{ permission: manageAnnouncementsPermission }])
    if (decision?.result !== 'ALLOW') return false
    return caller.type !== 'user' || permissions.isEnabled() || isAnnouncer(caller.userEntityRef)
  }

  async function isAnnouncer(user: string): Promise<boolean> {
    const named = new Set(announcers().map(ref => ref.toLowerCase()))
    if (named.size === 0) return false
    const owned = (await identity.userInfo(user))?.ownershipEntityRefs ?? [user]
    return owned.some(ref => named.has(ref.toLowerCase()))
  }

  /** The id; undefined where there is one with the id, or too many. */
  async function keep(caller: Principal, given: NewAnnouncement & { readonly id?: string }): Promise<string | undefined> {
    const startAfterSeconds = given.starts === undefined ? 0 : Math.max(0, (new Date(given.starts).getTime() - Date.now()) / 1000)
    const id = await store.add(given, announcementLimits.count, async (added, within) => {
      await beginnings.add({ id: added }, { startAfterSeconds, within })
    })
    if (id !== undefined) await audit.record({ caller, action: 'notifications.announcement.create', subject: id, result: 'success' })
    return id
  }

  return {
    async list(caller: Principal, user: string): Promise<{ items: Announcement[]; mayManage: boolean }> {
      const isManager = await mayManage(caller)
      return { items: await store.list(user, { withFuture: isManager }), mayManage: isManager }
    },
    async add(caller: Principal, given: NewAnnouncement): Promise<{ id: string }> {
      if (!(await mayManage(caller))) throw mayNotAnnounce()
      const id = await keep(caller, given)
      if (id === undefined) throw tooManyAnnouncements(announcementLimits.count)
      return { id }
    },
    /** For plugins, which have checked who may. */
    addOnce: async (caller: Principal, given: NewAnnouncement & { readonly id: string }): Promise<void> => void (await keep(caller, given)),
    async remove(caller: Principal, id: string): Promise<void> {
      if (!(await mayManage(caller))) throw mayNotAnnounce()
      if (!(await store.remove(id))) throw announcementNotFound(id)
      await audit.record({ caller, action: 'notifications.announcement.delete', subject: id, result: 'success' })
    },
    async acknowledge(user: string, id: string): Promise<void> {
      if (!(await store.acknowledge(user, id))) throw announcementNotFound(id)
    },
  }
}
