import { z } from 'zod'
import { defineFrontendSection, type SectionValue } from './frontend-section.ts'
import { nearest } from './nearest.ts'

const texts = z.union([z.string(), z.array(z.string())])

const override = z.object({
  disabled: z.boolean().exactOptional().describe('Whether it is left out'),
  order: z.number().exactOptional().describe('Lower comes first; 100 is the default of most'),
  place: z.string().min(1).exactOptional().describe('Its area within the slot, in slots that have several areas'),
  when: z
    .record(z.string(), texts)
    .exactOptional()
    .describe('Only where the slot is shown for one of these values, for instance { kind: [API], type: openapi }'),
  config: z.record(z.string(), z.unknown()).exactOptional().describe('Settings of the extension itself'),
})

const entry = z.union([
  z.string().min(1),
  z
    .record(z.string().min(1), z.union([z.boolean(), override]))
    .refine(value => Object.keys(value).length === 1, 'expected one extension, such as entity-card:catalog/about: false'),
])

/** An entry of `app.extensions`, about one extension or about all that match `*`. */
export interface ExtensionEntry extends z.output<typeof override> {
  /** `<slot>:<plugin>/<name>`, such as `entity-card:catalog/about`. */
  readonly id: string
}

/** `app.extensions`: disables, moves and configures extensions in slots. Later entries win. */
export const extensionsSection = defineFrontendSection(
  'app.extensions',
  z.array(entry).default([]).describe('Which extensions are shown, their positions and their settings; later entries win'),
)

/** The entries of `app.extensions`, in any of their forms. */
export function toExtensionEntries(list: SectionValue<typeof extensionsSection>): ExtensionEntry[] {
  return list.map(written => {
    if (typeof written === 'string') return { id: written, disabled: false }
    const [id = '', value = true] = Object.entries(written)[0] ?? []
    return typeof value === 'boolean' ? { id, disabled: !value } : { id, ...value }
  })
}

/** The settings of one extension: its id, and the schema of `config` in `app.extensions`. */
export interface ExtensionConfig<Schema extends z.ZodType = z.ZodType> {
  readonly id: string
  /** Used on the server only, like the schema of a section. */
  readonly schema: Schema
}

/** What the settings of an extension hold, defaults included. */
export type ExtensionSettings<C extends ExtensionConfig> = z.output<C['schema']>

/** Declares the settings of an extension for both sides: a server plugin lists them, the filling of the slot names them. */
export function defineExtensionConfig<Schema extends z.ZodType>(id: string, schema: Schema): ExtensionConfig<Schema> {
  return { id, schema }
}

/** Whether an entry matches an extension: by its id, or by a pattern with `*`. */
export function isAbout(entryId: string, id: string): boolean {
  const star = entryId.indexOf('*')
  if (star === -1) return entryId === id
  return id.startsWith(entryId.slice(0, star)) && id.endsWith(entryId.slice(star + 1))
}

/** One line for each entry that matches no extension, with the id that was most likely meant. Known ids may be patterns, too. */
export function unknownExtensions(entries: readonly ExtensionEntry[], known: readonly string[]): string[] {
  const ids = new Set(entries.map(({ id }) => id).filter(id => !known.some(each => isAbout(id, each) || isAbout(each, id))))
  return [...ids].map(id => {
    const near = nearest(id, known)
    return `app.extensions: there is no extension '${id}'${near === undefined ? '' : `, did you mean '${near}'?`}`
  })
}
