import { z } from 'zod'
import { defineFrontendSection, type SectionValue } from './frontend-section.ts'
import { nearest } from './nearest.ts'

const texts = z.union([z.string(), z.array(z.string())])

const override = z.object({
  disabled: z.boolean().exactOptional().describe('Whether it is left out'),
  order: z.number().exactOptional().describe('Lower comes first; 100 is the default of most'),
  place: z.string().min(1).exactOptional().describe('Where in the slot it stands, in slots that have several places'),
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

/** What `app.extensions` says about one extension, or about all that `*` stands for. */
export interface ExtensionEntry extends z.output<typeof override> {
  /** `<slot>:<plugin>/<name>`, such as `entity-card:catalog/about`. */
  readonly id: string
}

/** `app.extensions`: what is in slots, turned off, moved and configured. Later entries win. */
export const extensionsSection = defineFrontendSection(
  'app.extensions',
  z.array(entry).default([]).describe('Which extensions there are, where they stand and how they are set; later entries win'),
)

/** The entries of `app.extensions`, whichever way they are written. */
export function toExtensionEntries(list: SectionValue<typeof extensionsSection>): ExtensionEntry[] {
  return list.map(written => {
    if (typeof written === 'string') return { id: written, disabled: false }
    const [id = '', value = true] = Object.entries(written)[0] ?? []
    return typeof value === 'boolean' ? { id, disabled: !value } : { id, ...value }
  })
}

/** The settings of one extension: who it is, and what `config` of its entries in `app.extensions` may hold. */
export interface ExtensionConfig<Schema extends z.ZodType = z.ZodType> {
  readonly id: string
  /** Used on the server only, as that of a section. */
  readonly schema: Schema
}

/** What the settings of an extension hold, defaults included. */
export type ExtensionSettings<C extends ExtensionConfig> = z.output<C['schema']>

/** Declares the settings of an extension for both sides: a server plugin lists them, the filling of the slot names them. */
export function defineExtensionConfig<Schema extends z.ZodType>(id: string, schema: Schema): ExtensionConfig<Schema> {
  return { id, schema }
}

/** Whether an entry is about an extension: by its id, or by a `*` that stands for anything. */
export function isAbout(entryId: string, id: string): boolean {
  const star = entryId.indexOf('*')
  if (star === -1) return entryId === id
  return id.startsWith(entryId.slice(0, star)) && id.endsWith(entryId.slice(star + 1))
}

/** One line for each entry that is about nothing, with the id that was most likely meant. */
export function unknownExtensions(entries: readonly ExtensionEntry[], known: readonly string[]): string[] {
  const ids = new Set(entries.map(({ id }) => id).filter(id => !known.some(each => isAbout(id, each))))
  return [...ids].map(id => {
    const near = nearest(id, known)
    return `app.extensions: there is no extension '${id}'${near === undefined ? '' : `, did you mean '${near}'?`}`
  })
}
