import type { TemplatePart } from '@portico/scaffolder/common'
import { sql, type Kysely } from 'kysely'

/** A part with the number of its version. */
export type NumberedPart = TemplatePart & { readonly number: number }

interface PartRow {
  readonly kind: TemplatePart['kind']
  readonly target: string
  readonly origin: string | null
  readonly digest: string
  readonly revision: string | null
  readonly number: number
}

/** What templates are made of, as it was seen last. */
export function createPartStore(db: Kysely<object>) {
  /** Another digest is another version. */
  async function see({ kind, target, origin, digest, revision }: TemplatePart): Promise<number> {
    const { rows } = await sql<{ number: number }>`
      insert into template_part as p (kind, target, origin, digest, revision)
      values (${kind}, ${target}, ${origin ?? null}, ${digest}, ${revision ?? null})
      on conflict (kind, target) do update set checked_at = now(), origin = excluded.origin, revision = excluded.revision,
        number = p.number + (p.digest <> excluded.digest)::int, digest = excluded.digest,
        changed_at = case when p.digest = excluded.digest then p.changed_at else now() end
      returning number`.execute(db)
    return rows[0]?.number ?? 1
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
      const targets = parts.map(({ target }) => target)
      const { rows } = await sql<{ kind: string; target: string; digest: string }>`
        select kind, target, digest from template_part where target = any(${targets}::text[])`.execute(db)
      const known = new Set(rows.map(({ kind, target, digest }) => `${kind} ${target} ${digest}`))
      for (const part of parts) if (!known.has(`${part.kind} ${part.target} ${part.digest}`)) await see(part)
    },
    /** Folders and files that repositories were made of, those that were not looked at for the longest time first. */
    async toCheck(limit: number): Promise<TemplatePart[]> {
      const { rows } = await sql<PartRow>`select kind, target, origin, digest, revision, number from template_part c
        where kind <> 'template'
          and exists (select from origin o where o.parts @> jsonb_build_array(jsonb_build_object('kind', c.kind, 'target', c.target)))
        order by checked_at limit ${limit}`.execute(db)
      return rows.map(({ kind, target, origin, digest, revision }) => ({
        kind,
        target,
        digest,
        ...(origin !== null && { origin }),
        ...(revision !== null && { revision }),
      }))
    },
  }
}

export type PartStore = ReturnType<typeof createPartStore>
