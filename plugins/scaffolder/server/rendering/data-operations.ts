import { inputError } from '@portico/core/common/errors'
import { expandedSize } from '@portico/core/server/expanded-size'
import type { JsonObject } from '@portico/scaffolder/common'
import { mergeValues } from '../actions/builtin/merge-values.ts'
import type { DocPage } from '../confluence/mkdocs-file.ts'

type DataFormat = 'json' | 'yaml' | 'multiyaml'

export interface InputText {
  /** What it is called in errors. */
  readonly name: string
  readonly text: string
  readonly format: DataFormat
}

interface MergeInput {
  readonly into: InputText
  readonly added: unknown
  readonly mergeArrays: boolean
  readonly keepsComments: boolean
  readonly keepsIndent: boolean
  /** The document that has this field; the first one by default. */
  readonly field?: { readonly key: string; readonly value: string } | undefined
}

interface FormInput {
  readonly pages: readonly Readonly<Record<string, unknown>>[]
  readonly values: Readonly<Record<string, unknown>>
}

/** A value with its aliases written out, which everybody who has it afterwards walks through. */
const maxValues = 200_000
const maxCharacters = 5_000_000
const yamlLimits = { maxDepth: 100, maxTotalMergeKeys: 10_000 }

/** What is done with data that templates bring. Pure; runs in the processes that render, where it can be ended. */
export const dataOperations = {
  parse,
  async dump({ data }: { readonly data: unknown }): Promise<string> {
    const { dump } = await import('js-yaml')
    return dump(data ?? null)
  },
  async merge({ into, added, mergeArrays, keepsComments, keepsIndent, field }: MergeInput): Promise<string> {
    const { name, text, format } = into
    if (format === 'json') {
      const indent = keepsIndent ? (/\n([ \t]+)/.exec(text)?.[1] ?? 2) : 2
      return JSON.stringify(mergeValues(await parse(into), added, { mergeArrays }), undefined, indent)
    }
    if (keepsComments) {
      const { mergeYaml } = await import('../actions/builtin/merge-yaml.ts')
      return mergeYaml(name, text, added, { mergeArrays, field })
    }
    const documents = (await parse(into)) as unknown[]
    const { key, value } = field ?? {}
    const at = key === undefined ? 0 : documents.findIndex(each => (each as Record<string, unknown> | null)?.[key] === value)
    if (at === -1) throw inputError(`${name} has no document with ${key}: ${value}`, { code: 'scaffolder.no-document' })
    const { dump } = await import('js-yaml')
    return documents.map((each, index) => dump(index === at ? mergeValues(each, added, { mergeArrays }) : each)).join('---\n')
  },
  /** Evaluates an expression over a text. */
  async transform({ given, expression }: { readonly given: InputText; readonly expression: string }): Promise<unknown> {
    return evaluate(expression, await parse(given))
  },
  async evaluate({ data, expression }: { readonly data: unknown; readonly expression: string }): Promise<unknown> {
    return evaluate(expression, data)
  },
  async addToNavigation({ text, pages }: { readonly text: string; readonly pages: readonly DocPage[] }) {
    return (await import('../confluence/mkdocs-file.ts')).addToNavigation(text, pages)
  },
  /** The values of a form. Patterns of a template can take for ever. */
  async check({ pages, values }: FormInput) {
    return (await import('@portico/scaffolder/common')).checkParameters(pages, values as JsonObject)
  },
  /** The values with the defaults of fields that are shown and not answered. */
  async fillDefaults({ pages, values }: FormInput): Promise<Record<string, unknown>> {
    const { activeFields } = await import('@portico/scaffolder/common')
    const all: Record<string, unknown> = { ...values }
    for (const page of pages)
      for (const [name, { default: value }] of Object.entries(activeFields(page, all as JsonObject).properties))
        if (value !== undefined && !(name in all)) all[name] = value
    return all
  },
  async mergeText(texts: { readonly base: string; readonly ours: string; readonly theirs: string }) {
    return (await import('./merge-text.ts')).mergeText(texts)
  },
}

export type DataOperations = typeof dataOperations

async function parse({ name, text, format }: InputText): Promise<unknown> {
  const value = await read(name, text, format)
  const { values, characters } = expandedSize(value)
  if (values <= maxValues && characters <= maxCharacters) return value
  throw inputError(`${name} is too large: at most ${maxValues} values and ${maxCharacters} characters are read, aliases (*name) followed`, {
    code: 'scaffolder.limit',
  })
}

async function read(name: string, text: string, format: DataFormat): Promise<unknown> {
  try {
    if (format === 'json') return JSON.parse(text)
    const { load, loadAll } = await import('js-yaml')
    return format === 'yaml' ? load(text, yamlLimits) : loadAll(text, yamlLimits)
  } catch (error) {
    throw inputError(`${name} is not valid ${format}: ${(error as Error).message}`, { code: 'scaffolder.unreadable-file' })
  }
}

async function evaluate(expression: string, data: unknown): Promise<unknown> {
  try {
    const { default: jsonata } = await import('jsonata')
    const value: unknown = await jsonata(expression).evaluate(data)
    // Results of JSONata carry marks of their own that are not part of the data.
    return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
  } catch (error) {
    throw inputError(`The JSONata expression '${expression.slice(0, 200)}' failed: ${(error as Error).message}`, {
      code: 'scaffolder.jsonata',
    })
  }
}
