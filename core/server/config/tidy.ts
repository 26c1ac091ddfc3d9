import { isConfigObject, toConfigBoolean, toConfigNumber } from '@portico/core/common'
import { resolve } from 'node:path'
import type { z } from 'zod'
import type { ConfigPath } from './config-path.ts'
import { childSchemas, knownKeys, spotOf } from './spot.ts'
import type { AnySchema, Spot } from './spot.ts'

export interface TidyReport {
  readonly unknownKey: (path: ConfigPath, known: readonly string[]) => void
  readonly notice: (path: ConfigPath, text: string) => void
  /** A value as it was typed into the environment. */
  readonly textOf: (path: ConfigPath) => string | undefined
  readonly folder: string
  readonly folderOf: (path: ConfigPath) => string
}

/** Prepares what was written for parsing: keys that are not known are taken out and reported, texts become the numbers and booleans they stand for. */
export function tidy(schemas: readonly AnySchema[], value: unknown, path: ConfigPath, report: TidyReport): unknown {
  if (value === undefined) return undefined
  const spot = spotOf(schemas, value)
  const tidied = tidyValue(spot, value, path, report)
  for (const say of spot.notices) {
    const said = say(tidied, { key: path.at(-1), folder: report.folder }) ?? []
    for (const each of typeof said === 'string' ? [{ path: [], message: said }] : said) report.notice([...path, ...each.path], each.message)
  }
  return tidied
}

function tidyValue(spot: Spot, value: unknown, path: ConfigPath, report: TidyReport): unknown {
  if (Array.isArray(value)) return value.map((item, index) => tidyChild(spot, item, [...path, index], index, report))
  if (spot.isFilePath && typeof value === 'string') return fromFile(value, report.folderOf(path), report.folder)
  if (!isConfigObject(value)) return convert(spot, value, () => report.textOf(path))
  const known = knownKeys(spot)
  const entries = Object.entries(value).flatMap(([key, item]) => {
    if (known && !known.includes(key)) {
      report.unknownKey([...path, key], known)
      return []
    }
    return [[key, tidyChild(spot, item, [...path, key], key, report)] as const]
  })
  return Object.fromEntries(entries)
}

/** What begins where the portal runs stays as it is written. */
function fromFile(value: string, folder: string, home: string): string {
  return resolve(folder) === resolve(home) ? value : resolve(folder, value)
}

function tidyChild(spot: Spot, value: unknown, path: ConfigPath, key: string | number, report: TidyReport): unknown {
  const schemas = childSchemas(spot, key)
  return schemas.length === 0 ? value : tidy(schemas, value, path, report)
}

function convert(spot: Spot, value: unknown, textOf: () => string | undefined): unknown {
  const wanted = new Set(spot.bases.flatMap(kindsOf))
  if (wanted.size === 0 || wanted.has('any') || wanted.has(typeof value)) return value
  if (typeof value === 'string') {
    const number = wanted.has('number') ? toConfigNumber(value) : undefined
    return number ?? (wanted.has('boolean') ? toConfigBoolean(value) : undefined) ?? value
  }
  // APP_CONFIG_x=1.10 is a number for JSON; where a text is wanted, it is the text that was typed.
  return wanted.has('string') ? (textOf() ?? value) : value
}

/** The kinds of plain value a schema takes. */
function kindsOf(base: AnySchema): string[] {
  const { def } = (base as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string':
    case 'template_literal':
      return ['string']
    case 'number':
      return ['number']
    case 'boolean':
      return ['boolean']
    case 'literal':
      return def.values.map(value => typeof value)
    case 'enum':
      return Object.values(def.entries).map(value => typeof value)
    case 'object':
    case 'record':
    case 'array':
    case 'tuple':
    case 'null':
    case 'undefined':
      return []
    default:
      return ['any']
  }
}
