/** Where a value is: the keys that lead to it. */
export type ConfigPath = readonly (string | number)[]

/** A path as people write it: `backend.auth.externalAccess[0].type`. */
export function pathText(path: ConfigPath): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`
    const segment = /^[^.[\]\s]+$/.test(key) ? key : JSON.stringify(key)
    return text === '' ? segment : `${text}.${segment}`
  }, '')
}
