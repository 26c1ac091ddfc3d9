import type { Problem } from '../problem.ts'

/** A JSON Schema as config files and kind definitions write it. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown }

/** Looks at a value and adds what is wrong with it. The path is where the value is; a check leaves it as it was. */
export type Check = (value: unknown, path: (string | number)[], problems: Problem[]) => void

/** What a keyword needs to become a check. */
export interface KeywordContext {
  /** The schema that the keyword stands in. */
  readonly schema: { readonly [keyword: string]: unknown }
  readonly compile: (schema: unknown, where: string) => Check
  /** Records a mistake in the schema itself. */
  readonly mistake: (what: string) => undefined
  readonly where: string
}

/** Turns one keyword into a check; undefined where there is nothing to check. */
export type Keyword = (value: unknown, context: KeywordContext) => Check | undefined
