import { sql, type Expression, type RawBuilder } from 'kysely'

/** By the clock of the database, at the start of the transaction. */
export const now = sql<Date>`now()`

/** In so many seconds, by the clock of the database. A negative number is for the past. */
export function secondsFromNow(seconds: number): RawBuilder<Date> {
  return sql`now() + make_interval(secs => ${seconds})`
}

/** In how many milliseconds a moment is. */
export function msUntil(moment: Expression<Date | null>): RawBuilder<number | null> {
  return sql`extract(epoch from ${moment} - now())::float8 * 1000`
}

/** One of a list: `.where('id', '=', anyOf(ids))`. Unlike `in`, it takes an empty list, and the statement is the same for every length. */
export function anyOf<T>(values: readonly T[]): RawBuilder<T> {
  return sql`any(${values})`
}

/** All of a list: `.where('id', '<>', allOf(ids))` is true for what is not in it. */
export function allOf<T>(values: readonly T[]): RawBuilder<T> {
  return sql`all(${values})`
}

/** The values of an insert that meets a row which is there: `doUpdateSet(excluded('name', 'age'))`. */
export function excluded<Column extends string>(...columns: readonly Column[]): Record<Column, RawBuilder<any>> {
  return Object.fromEntries(columns.map(column => [column, sql.ref(`excluded.${column}`)])) as Record<Column, RawBuilder<any>>
}
