/** As in .oxfmtrc.json: a longer list has a line for each. */
const printWidth = 140

/** Adds a plugin to a list of plugins: an import among the imports, in order, and a name at the end of the array. */
export function addToList(source, name, from) {
  if (new RegExp(`\\b${name}\\b`).test(source)) return source
  const lines = source.split('\n')
  const line = `import { ${name} } from '${from}'`
  const imports = lines.flatMap((text, index) => (text.startsWith('import ') ? [index] : []))
  const target =
    imports.find(index => moduleOf(lines[index]) > from && moduleOf(lines[index]).startsWith('@portico/')) ?? (imports.at(-1) ?? -1) + 1
  lines.splice(target, 0, line)
  const listed = lines.join('\n').replace(/(export const \w+[^=]*= \[)([^\]]*?),?(\s*\])/, (_, open, items) => {
    const names = [...items.split(',').map(item => item.trim()), name].filter(item => item !== '')
    const oneLine = `${open}${names.join(', ')}]`
    return items.includes('\n') || oneLine.length > printWidth ? `${open}\n  ${names.join(',\n  ')},\n]` : oneLine
  })
  return listed.includes(line) && new RegExp(`[[,\\s]${name}\\s*,?\\s*\\]`).test(listed) ? listed : undefined
}

function moduleOf(line) {
  return /'([^']+)'/.exec(line)?.[1] ?? ''
}
