import { isConfigObject } from '@portico/core/common'
import type { z } from 'zod'
import { ConfigError } from './config-error.ts'
import { pathText, type ConfigPath } from './config-path.ts'
import { loadConfig, type LoadOptions } from './load.ts'
import { checkConfig } from './validate.ts'

/** Sections that were read on their own. */
export interface ReadSections<S extends Readonly<Record<string, z.ZodType>>> {
  readonly values: { readonly [K in keyof S]: z.output<S[K]> }
  /** Entries that were left out, because a variable in them is not set. */
  readonly leftOut: readonly string[]
}

/**
 * Reads only some sections of the config, for commands that need little of it and run where most variables are not set. An
 * entry that lacks a value because a variable is not set is left out; any other mistake is a ConfigError.
 */
export async function readSections<S extends Readonly<Record<string, z.ZodType>>>(
  options: Omit<LoadOptions, 'isPartial'>,
  sections: S,
): Promise<ReadSections<S>> {
  const loaded = await loadConfig({ ...options, isPartial: true })
  const leftOut: string[] = []
  const unset = new Set(loaded.leftOut.map(pathText))
  const isLeftOut = (section: string) => (path: ConfigPath) => unset.has(pathText([...section.split('.'), ...path]))
  const values = Object.entries(sections).map(([section, schema]) => {
    const claim = { owner: 'command', section, schema }
    for (let data: unknown = loaded.data; ;) {
      const { sections: checked, mistakes, warnings } = checkConfig({ ...loaded, data: isConfigObject(data) ? data : {} }, [claim])
      if (mistakes.length === 0) return [section, checked.get(section)?.value]
      const path = lastIncomplete(schema, checked.get(section)?.input, isLeftOut(section))
      if (!path) throw new ConfigError(mistakes, warnings)
      leftOut.push(...mistakes.filter(mistake => !leftOut.includes(mistake)))
      data = without(data, [...section.split('.'), ...path])
    }
  })
  return { values: Object.fromEntries(values) as ReadSections<S>['values'], leftOut }
}

/**
 * The innermost value that lacks something which was left out; undefined when there is any other mistake. The last one, so that the indexes of
 * those before it stay the same.
 */
function lastIncomplete(schema: z.ZodType, input: unknown, isLeftOut: (path: ConfigPath) => boolean): ConfigPath | undefined {
  const issues = schema.safeParse(input).error?.issues ?? []
  const paths = issues.map(({ path }) => path.map(key => (typeof key === 'number' ? key : String(key))))
  return paths.every(path => path.length > 1 && isLeftOut(path)) ? paths.at(-1)?.slice(0, -1) : undefined
}

function without(value: unknown, [key, ...rest]: ConfigPath): unknown {
  if (key === undefined) return value
  if (Array.isArray(value)) {
    return rest.length === 0 ? value.filter((_, at) => at !== key) : value.map((item, at) => (at === key ? without(item, rest) : item))
  }
  if (!isConfigObject(value)) return value
  const entries = Object.entries(value).flatMap(([name, item]) =>
    name !== key ? [[name, item] as const] : rest.length === 0 ? [] : [[name, without(item, rest)] as const],
  )
  return Object.fromEntries(entries)
}
