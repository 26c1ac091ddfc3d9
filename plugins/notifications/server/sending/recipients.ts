import { relationTargets, toEntityRef, type Entity } from '@portico/catalog/common'
import type { Catalog } from '@portico/catalog/server'
import type { NotificationRecipients } from '@portico/notifications/common'
import { recipientInvalid, tooManyRecipients } from '../errors.ts'

const maxUsers = 200_000
const refsPerRead = 500

/** Finds the users behind refs: groups stand for their members and those of their children, other entities for their owners. */
export function createRecipients(catalog: Pick<Catalog, 'getEntities'>) {
  async function usersOf(refs: readonly string[]): Promise<Set<string>> {
    const users = new Set<string>()
    const seen = new Set<string>()
    let next = refs.map(toRecipientRef)
    while (next.length > 0) {
      const fresh = [...new Set(next)].filter(ref => !seen.has(ref))
      fresh.forEach(ref => seen.add(ref))
      next = []
      for (const ref of fresh) if (isUser(ref)) users.add(ref)
      if (users.size > maxUsers) throw tooManyRecipients(maxUsers)
      const others = fresh.filter(ref => !isUser(ref))
      for (let at = 0; at < others.length; at += refsPerRead) {
        const entities = await catalog.getEntities(others.slice(at, at + refsPerRead))
        next.push(...entities.flatMap(entity => (entity ? standsFor(entity) : [])))
      }
    }
    return users
  }

  return {
    /** The users whom it is for, each once. */
    async expand({ entityRef, excludeEntityRef }: Extract<NotificationRecipients, { type: 'entity' }>): Promise<string[]> {
      const users = await usersOf([entityRef].flat())
      const excluded = excludeEntityRef === undefined ? new Set() : await usersOf([excludeEntityRef].flat())
      return [...users].filter(user => !excluded.has(user))
    },
  }
}

export type Recipients = ReturnType<typeof createRecipients>

/** The full ref; an error where it is none. */
export function toRecipientRef(text: string): string {
  const ref = toEntityRef(text)
  if (ref === undefined) throw recipientInvalid(text)
  return ref
}

/** A user need not be in the catalog. */
function isUser(ref: string): boolean {
  return ref.startsWith('user:')
}

function standsFor(entity: Entity): string[] {
  const types = entity.kind.toLowerCase() === 'group' ? ['hasMember', 'parentOf'] : ['ownedBy']
  return relationTargets(entity, ...types).map(ref => ref.toLowerCase())
}
