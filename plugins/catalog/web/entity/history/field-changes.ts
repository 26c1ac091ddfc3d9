import { isRecord } from '@portico/core/common'
import { toYaml } from '@portico/ui'

/** One value that is another than before. */
export interface FieldChange {
  readonly path: string
  readonly before: string | undefined
  readonly after: string | undefined
}

const longText = 400

/** What is different between two documents, field by field, as people would write it. */
export function fieldChanges(before: unknown, after: unknown, path: readonly string[] = []): FieldChange[] {
  if (isRecord(before) && isRecord(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return keys.flatMap(key => fieldChanges(own(before, key), own(after, key), [...path, key]))
  }
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  return [{ path: path.join('.'), before: toWords(before), after: toWords(after) }]
}

function toWords(value: unknown): string | undefined {
  if (value === undefined) return undefined
  const words = Array.isArray(value) && value.every(isScalar) ? value.join(', ') : isScalar(value) ? String(value) : toYaml(value).trimEnd()
  return words.length > longText ? `${words.slice(0, longText)}…` : words
}

function own(record: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}
