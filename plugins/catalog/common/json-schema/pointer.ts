/** The part of a schema that `#/$defs/x` points at; undefined where there is none. */
export function resolvePointer(root: unknown, pointer: string): unknown {
  let part = root
  for (const step of pointer.slice(1).split('/').slice(1)) {
    const key = decode(step).replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, key)) return undefined
    part = (part as Record<string, unknown>)[key]
  }
  return part
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}
