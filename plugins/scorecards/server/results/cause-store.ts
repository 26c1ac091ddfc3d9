import { anyOf } from '@portico/core/server/expressions'
import { sql, type Kysely, type Selectable } from 'kysely'
import type { ScorecardsTables } from '../migrations/tables.ts'
import { causeKeyOf, type CauseKey, type CauseState } from './cells.ts'

/** More causes than this are not told apart: cells hold 16 bits. */
const maxCauses = 60_000
/** So many values of one input are told apart: an expression may fail for another one with each entity. */
const maxValues = 200

export interface Cause extends CauseKey {
  readonly id: number
}

/** States as numbers, for those who count many: 0 is no result. */
export const stateCodes: Readonly<Record<CauseState, number>> = { member: 1, pass: 2, fail: 3, unknown: 4, exempt: 5 }

const aboutOf = ({ state, code, input }: CauseKey) => `${state}\n${code}\n${input}`

/** Numbers of causes and checks. They are never changed, so every server keeps those it knows. */
export function createCauseStore(db: Kysely<ScorecardsTables>) {
  const byId = new Map<number, Cause>()
  const byKey = new Map<string, Cause>()
  const countOf = new Map<string, number>()
  const checkIds = new Map<string, number>()
  const checkNames = new Map<number, string>()

  let codes = new Uint8Array(1024)

  function learn(cause: Cause): void {
    if (cause.id >= codes.length) {
      const longer = new Uint8Array(Math.max(codes.length * 2, cause.id + 1))
      longer.set(codes)
      codes = longer
    }
    codes[cause.id] = stateCodes[cause.state]
    if (!byId.has(cause.id)) countOf.set(aboutOf(cause), (countOf.get(aboutOf(cause)) ?? 0) + 1)
    byId.set(cause.id, cause)
    byKey.set(causeKeyOf(cause), cause)
  }

  const toCause = (row: Selectable<ScorecardsTables['cause']>) =>
    learn({ ...row, state: row.state as CauseState, code: row.code as Cause['code'] })

  async function loadCauses(): Promise<void> {
    const rows = await db.selectFrom('cause').selectAll().execute()
    rows.forEach(toCause)
  }

  async function addCauses(keys: readonly CauseKey[]): Promise<void> {
    const of = (part: keyof CauseKey) => keys.map(key => key[part])
    const given = sql`unnest(${of('state')}::text[], ${of('code')}::text[], ${of('input')}::text[], ${of('message')}::text[])`
    await sql`insert into cause (state, code, input, message) select * from ${given} on conflict do nothing`.execute(db)
    const { rows } = await sql<Selectable<ScorecardsTables['cause']>>`
      select cause.* from cause join ${given} as g(state, code, input, message) using (state, code, input, message)`.execute(db)
    rows.forEach(toCause)
  }

  /** The cause as it is kept: where there are too many, without what tells it from others. */
  function kept(key: CauseKey): CauseKey {
    if (byKey.has(causeKeyOf(key))) return key
    if (byKey.size >= maxCauses) return { ...key, input: '', message: '' }
    const hasMany = key.state === 'fail' && key.input !== '' && (countOf.get(aboutOf(key)) ?? 0) >= maxValues
    return hasMany ? { ...key, message: `${key.input} does not meet the condition` } : key
  }

  async function loadChecks(): Promise<void> {
    for (const { id, name } of await db.selectFrom('check_number').selectAll().execute()) {
      checkIds.set(name, id)
      checkNames.set(id, name)
    }
  }

  return {
    async load(): Promise<void> {
      await Promise.all([loadCauses(), loadChecks()])
    },
    /** The numbers of causes, in the order of the keys. */
    async numbersOf(keys: readonly CauseKey[]): Promise<number[]> {
      const wanted = keys.map(kept)
      const missing = new Map(wanted.filter(key => !byKey.has(causeKeyOf(key))).map(key => [causeKeyOf(key), key]))
      if (missing.size > 0) await addCauses([...missing.values()])
      return wanted.map(key => byKey.get(causeKeyOf(key))!.id)
    },
    /** The numbers of checks by name; those that are new get one. */
    async checkNumbers(names: readonly string[]): Promise<ReadonlyMap<string, number>> {
      const missing = names.filter(name => !checkIds.has(name))
      if (missing.length > 0) {
        await db
          .insertInto('check_number')
          .values([...new Set(missing)].map(name => ({ name })))
          .onConflict(conflict => conflict.doNothing())
          .execute()
        await loadChecks()
      }
      return checkIds
    },
    /** Learns those that another server has added. */
    async learn(causes: readonly number[]): Promise<void> {
      const unknown = causes.filter(id => id !== 0 && !byId.has(id))
      if (unknown.length === 0) return
      const rows = await db.selectFrom('cause').selectAll().where('id', '=', anyOf(unknown)).execute()
      rows.forEach(toCause)
      await loadChecks()
    },
    /** The code of the state of each cause, by its number. */
    codes: (): Uint8Array => codes,
    cause: (id: number): Cause | undefined => byId.get(id),
    checkId: (name: string): number | undefined => checkIds.get(name),
    checkName: (id: number): string | undefined => checkNames.get(id),
  }
}

export type Causes = ReturnType<typeof createCauseStore>
