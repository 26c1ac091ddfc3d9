/** Adds a plugin to a list of plugins: an import among the imports, in order, and a name at the end of the array. */
export function addToList(source, name, from) {
  if (new RegExp(`\\b${name}\\b`).test(source)) return source
  const lines = source.split('\n')
  const line = `import { ${name} } from '${from}'`
  const imports = lines.flatMap((text, index) => (text.startsWith('import ') ? [index] : []))
  const target =
    imports.find(index => moduleOf(lines[index]) > from && moduleOf(lines[index]).startsWith('@portico/')) ?? (imports.at(-1) ?? -1) + 1
  lines.splice(target, 0, line)
  const listed = lines.join('\n').replace(/(export const \w+[^=]*= \[)([^\]]*?),?(\s*\])/, (_, open, items, close) => {
    const separator = items.trim() === '' ? '' : items.includes('\n') ? ',\n  ' : ', '
    return `${open}${items}${separator}${name}${items.includes('\n') ? ',' : ''}${close}`
  })
  return listed.includes(line) && new RegExp(`[[,\\s]${name}\\s*,?\\s*\\]`).test(listed) ? listed : undefined
}

function moduleOf(line) {
  return /'([^']+)'/.exec(line)?.[1] ?? ''
}
