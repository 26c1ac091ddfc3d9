import { toText } from '../config/config-values.ts'

const variable = /\{\{-?[ ]*([A-Za-z_][\w.]{0,200})[ ]*-?\}\}/g

/** Fills in `{{ name }}` from values by their path. What has no value stays as it is and is reported; nothing is run. */
export function insertVariables(text: string, values: Readonly<Record<string, unknown>>, onUnknown: (name: string) => void): string {
  if (!text.includes('{{')) return text
  return text.replaceAll(variable, (whole, name: string) => {
    const value = toText(lookUp(values, name.split('.')))
    if (value === undefined) onUnknown(name)
    return value ?? whole
  })
}

function lookUp(value: unknown, names: readonly string[]): unknown {
  const [first, ...rest] = names
  if (first === undefined) return value
  return typeof value === 'object' && value !== null && Object.hasOwn(value, first)
    ? lookUp((value as Record<string, unknown>)[first], rest)
    : undefined
}
