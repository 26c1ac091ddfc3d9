/** Values for the variables that an operation declares, as JSON to be changed; empty where it has none. */
export function exampleVariables(operation: string): string {
  const declared = [...operation.matchAll(/\$(\w+)\s*:\s*([[\]\w!]+)/g)]
  if (declared.length === 0) return ''
  return JSON.stringify(Object.fromEntries(declared.map(([, name, type = '']) => [name, valueOf(type)])), null, 2)
}

function valueOf(type: string): unknown {
  if (!type.endsWith('!')) return null
  if (type.startsWith('[')) return []
  const plain = type.slice(0, -1)
  if (plain === 'Int' || plain === 'Float') return 1
  if (plain === 'Boolean') return true
  return plain.endsWith('Input') ? {} : ''
}
