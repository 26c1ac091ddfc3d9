import type { z } from 'zod'

/** A part of the config that the browser reads: its path and its schema. Declared once, in a `common` layer. */
export interface FrontendSection<Path extends string = string, Schema extends z.ZodType = z.ZodType> {
  readonly path: Path
  /**
   * Checks the section and fills in its defaults, on the server. The build strips it from the browser's code, which gets values that are
   * checked already. Without a build, as in tests, the browser parses them again: the schema must be idempotent.
   */
  readonly schema: Schema
}

/** What a section holds, defaults included. */
export type SectionValue<S extends FrontendSection> = z.output<S['schema']>

/** Declares a section for both sides: the server claims it with `frontendSections`, the browser reads it with `useConfig`. */
export function defineFrontendSection<const Path extends string, Schema extends z.ZodType>(
  path: Path,
  schema: Schema,
): FrontendSection<Path, Schema> {
  return { path, schema }
}
