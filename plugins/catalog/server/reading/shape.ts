import type { Entity } from '@portico/catalog/common'
import type { NameCheck } from './access-filter.ts'
import { project } from './projection.ts'
import { keepRelations, type EntityText } from './texts.ts'

const comma = Buffer.from(',')

/** What of an entity goes out. */
export interface Shape {
  readonly fields: readonly string[] | undefined
  readonly knows: NameCheck | undefined
}

/** Nearly always the bytes as they are: only callers from whom names are hidden, or who ask for fields, cost more. */
export function shaped(text: EntityText, { fields, knows }: Shape): Buffer {
  const { bytes } = knows ? keepRelations(text, knows) : text
  return fields?.length ? Buffer.from(JSON.stringify(project(JSON.parse(bytes.toString()) as Entity, fields))) : bytes
}

/** Whether entities go out as they are stored. */
export function isPlain({ fields, knows }: Shape): boolean {
  return !fields?.length && !knows
}

/** Texts with commas between them, and what comes before and after. */
export function joined(before: string, texts: readonly Buffer[], after: string): Buffer {
  const parts = texts.flatMap((text, i) => (i === 0 ? [text] : [comma, text]))
  return Buffer.concat([Buffer.from(before), ...parts, Buffer.from(after)])
}
