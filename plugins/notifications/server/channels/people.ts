import type { Entity } from '@portico/catalog/common'
import type { Catalog } from '@portico/catalog/server'

/** One address and nothing else: no list, no name, no line break. */
const oneAddress = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/

export function isAddress(text: string): boolean {
  return oneAddress.test(text)
}

/** How users can be reached elsewhere, by the catalog. */
export function createPeople(catalog: Pick<Catalog, 'getEntities'>) {
  return {
    /** Their e-mail addresses; without those whom the catalog knows no valid one of. */
    async emailsOf(users: readonly string[]): Promise<Map<string, string>> {
      const entities = await catalog.getEntities(users)
      return new Map(
        users.flatMap((user, index) => {
          const email = profileEmail(entities[index])
          return email !== undefined && isAddress(email) ? [[user, email] as const] : []
        }),
      )
    },
    /** What an annotation of theirs says. */
    async annotationsOf(users: readonly string[], name: string): Promise<Map<string, string>> {
      const entities = await catalog.getEntities(users)
      return new Map(
        users.flatMap((user, index) => {
          const value = entities[index]?.metadata.annotations?.[name]
          return value ? [[user, value] as const] : []
        }),
      )
    },
  }
}

export type People = ReturnType<typeof createPeople>

function profileEmail(entity: Entity | undefined): string | undefined {
  const { email } = (entity?.spec?.['profile'] ?? {}) as { email?: unknown }
  return typeof email === 'string' ? email : undefined
}
