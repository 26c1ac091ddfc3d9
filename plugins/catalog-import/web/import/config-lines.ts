import { parseEntityRef, type EntityPreview } from '@portico/catalog/common'

/** The lines of the config that bring files into the catalog, with a rule for the kinds that no rule allows yet. */
export function configLines(
  names: readonly string[],
  items: readonly Pick<EntityPreview, 'ref' | 'file' | 'needsRule' | 'entity'>[],
): string {
  const entries = names.flatMap(name => {
    const own = items.filter(({ file }) => file === name)
    if (own.length === 0) return []
    const kinds = [...new Set(own.filter(({ needsRule }) => needsRule).map(kindOf))].sort()
    return [
      '    - type: file',
      `      target: ${quoted(pathOf(name))}`,
      ...(kinds.length > 0 ? ['      rules:', `        - allow: [${kinds.join(', ')}]`] : []),
    ]
  })
  return ['catalog:', '  locations:', ...entries, ''].join('\n')
}

/** Where a file is put in the folder of the portal. */
export function pathOf(name: string): string {
  return `./catalog/${name.replace(/^(?:\.{0,2}\/)+/, '')}`
}

function kindOf({ ref, entity }: Pick<EntityPreview, 'ref' | 'entity'>): string {
  return typeof entity?.['kind'] === 'string' ? entity['kind'] : parseEntityRef(ref).kind
}

/** A path is written plainly unless YAML would read something else in it. */
function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "''")}'`
}
