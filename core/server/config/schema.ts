import type { FrontendSection } from '@portico/core/common'
import { z } from 'zod'

/** What a schema says about its values besides their shape. Kept as Zod metadata, so it survives any wrapping. */
export interface Marks {
  readonly visibility?: 'frontend' | 'secret'
  readonly deepVisibility?: 'frontend'
  readonly notice?: Notice
  readonly isFilePath?: true
}

/** Says what is worth a warning about a value, where something is: about it as a whole, or each about something within it. */
export type Notice = (value: unknown, at: NoticeContext) => string | undefined | readonly InnerNotice[]

export interface InnerNotice {
  /** From the value on. */
  readonly path: readonly (string | number)[]
  readonly message: string
}

export interface NoticeContext {
  /** The key, or the index in a list, under which the value is written. */
  readonly key: string | number | undefined
  /** The folder in which relative paths of the config begin. */
  readonly folder: string
}

function mark<Z extends z.ZodType>(schema: Z, marks: Marks): Z {
  return schema.meta({ ...schema.meta(), ...marks })
}

/** Visible to the browser. On an object it only makes the object itself visible; its fields are marked one by one. */
export function frontend<Z extends z.ZodType>(schema: Z): Z {
  return mark(schema, { visibility: 'frontend' })
}

/** Visible to the browser with everything inside, except for secrets. */
export function frontendDeep<Z extends z.ZodType>(schema: Z): Z {
  return mark(schema, { deepVisibility: 'frontend' })
}

/** This value, and everything inside it, is secret: never sent to the browser, logged or printed. */
export function secret<Z extends z.ZodType>(schema: Z): Z {
  return mark(schema, { visibility: 'secret' })
}

/** Gives a warning when set, although it is not a mistake. */
export function notice<Z extends z.ZodType>(schema: Z, say: Notice): Z {
  return mark(schema, { notice: say })
}

/** A path that begins in the folder of the config file in which it is written. Without a file it begins where the portal runs. */
export function filePath<Z extends z.ZodType>(schema: Z): Z {
  return mark(schema, { isFilePath: true })
}

/** A key of existing config files that has no effect here: accepted, with a warning where a reason is given. */
export function unused(reason?: string) {
  const schema = z.unknown().optional()
  return reason === undefined ? schema : notice(schema, () => reason)
}

/** The fields of an object that is declared for browser and server alike, for a section with others that only the server knows. */
export function frontendFields<Shape extends z.ZodRawShape>(schema: { unwrap(): z.ZodObject<Shape> }): Shape {
  const fields = Object.entries(schema.unwrap().shape).map(([name, field]) => [name, frontendDeep(field as z.ZodType)])
  return Object.fromEntries(fields) as Shape
}

/** Sections that are declared for browser and server alike, as a plugin claims them: all that is in them reaches the browser. */
export function frontendSections<const S extends readonly FrontendSection[]>(
  ...sections: S
): { readonly [K in S[number] as K['path']]: K['schema'] } {
  const claims = sections.map(({ path, schema }) => [path, frontendDeep(schema)] as const)
  return Object.fromEntries(claims) as { readonly [K in S[number] as K['path']]: K['schema'] }
}
