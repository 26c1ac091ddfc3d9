import { isRecord } from '@portico/core/common'

/** Merges objects key by key; what is added wins. Lists are replaced, or appended where that is asked for. */
export function mergeValues(into: unknown, added: unknown, options: { readonly mergeArrays: boolean }): unknown {
  if (Array.isArray(into) && Array.isArray(added)) return options.mergeArrays ? [...(into as unknown[]), ...(added as unknown[])] : added
  if (!isRecord(into) || !isRecord(added)) return added
  const merged: Record<string, unknown> = { ...into }
  for (const [key, value] of Object.entries(added)) merged[key] = Object.hasOwn(into, key) ? mergeValues(into[key], value, options) : value
  return merged
}
