import { anyOf, excluded, now } from '@portico/core/server/expressions'
import type { TemplatePart } from '@portico/scaffolder/common'
import { sql, type Kysely } from 'kysely'
import type { ScaffolderTables } from '../migrations/tables.ts'

/** A part with the number of its version. */
export type NumberedPart = TemplatePart & { readonly number: number }

/** What templates are made of, as it was seen last. */
export function createPartStore(db: Kysely<ScaffolderTables>) {
  /** Another digest is another version. */
  async function see({ kind, target, origin, digest, revision }: TemplatePart): Promise<number> {
    const isSame = sql<boolean>`template_part.digest = excluded.digest`
    const { number } = await db
      .insertInto('template_part')
      .values({ kind, target, origin, digest, revision })
      .onConflict(conflict =>
        conflict.columns(['kind', 'target']).doUpdateSet(eb => ({
          ...excluded('origin', 'revision', 'digest'),
          checked_at: now,
          number: eb('template_part.number', '+', eb.case().when(isSame).then(0).else(1).end()),
          changed_at: eb.case().when(isSame).then(eb.ref('template_part.changed_at')).else(now).end(),
        })),
      )
      .returning('number')
      .executeTakeFirstOrThrow()
    return number
  }

  return {
    /** Stores what was seen just now; returns it with the numbers of its versions. */
    async observe(parts: readonly TemplatePart[]): Promise<NumberedPart[]> {
      const numbered: NumberedPart[] = []
      for (const part of parts) numbered.push({ ...part, number: await see(part) })
      return numbered
    },
    /** Stores those of which another version, or none, is known. */
    async observeChanged(parts: readonly TemplatePart[]): Promise<void> {
      if (parts.length === 0) return
      const rows = await db
        .selectFrom('template_part')
        .select(['kind', 'target', 'digest'])
        .where('target', '=', anyOf(parts.map(({ target }) => target)))
        .execute()
      const known = new Set(rows.map(({ kind, target, digest }) => `${kind} ${target} ${digest}`))
      for (const part of parts) if (!known.has(`${part.kind} ${part.target} ${part.digest}`)) await see(part)
    },
    /** Folders and files that repositories were made of, those that were not looked at for the longest time first. */
    async toCheck(limit: number): Promise<TemplatePart[]> {
      const rows = await db
        .selectFrom('template_part')
        .select(['kind', 'target', 'origin', 'digest', 'revision'])
        .where('kind', '<>', 'template')
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('origin').where(
              'parts',
              '@>',
              sql`jsonb_build_array(jsonb_build_object('kind', template_part.kind, 'target', template_part.target))`,
            ),
          ),
        )
        .orderBy('checked_at')
        .limit(limit)
        .execute()
      return rows.map(({ kind, target, origin, digest, revision }) => ({
        kind: kind as TemplatePart['kind'],
        target,
        digest,
        ...(origin !== null && { origin }),
        ...(revision !== null && { revision }),
      }))
    },
  }
}

export type PartStore = ReturnType<typeof createPartStore>
