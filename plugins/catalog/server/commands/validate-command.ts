import type { Command } from '@portico/core/server'
import { createRuleCheck } from '../processing/process/entity-rules.ts'
import { checkCatalog, createRefPattern, type CatalogFindings } from './check-catalog.ts'
import { countFindings, countOf, findingLines, toFindings, type Finding, type Paint } from './findings.ts'
import { createFolderTree } from './folder-tree.ts'
import type { OfflineCatalog } from './offline-catalog.ts'
import { paintFor, readOfflineSettings, textsOf } from './offline-settings.ts'
import { readCatalog } from './read-catalog.ts'

/** `portico catalog validate`: what the catalog would make of some files, without a server. */
export const validateCommand: Command = {
  name: 'catalog validate',
  summary: 'Check catalog files and everything they lead to',
  args: [{ name: '<files...>', description: 'files, folders (their catalog-info.yaml files) or patterns; addresses with --remote' }],
  options: [
    { flags: '--json', description: 'print as JSON' },
    { flags: '--strict', description: 'count warnings as errors' },
    { flags: '--remote', description: 'also read web addresses, as far as backend.reading.allow lets them' },
    { flags: '--rules', description: 'warn about entities that catalog.rules would not let in' },
    { flags: '--allow-missing <refs...>', description: "refs that may be elsewhere, such as 'group:*'" },
  ],
  async run(context) {
    const { args, options, print, warn, cwd } = context
    const isRemote = options['remote'] === true
    const address = args.find(each => /^https?:\/\//.test(each))
    if (address !== undefined && !isRemote) {
      warn(`error: ${address} is a web address; add --remote to read it`)
      return 2
    }
    const { catalog: section, kinds, limits, reading } = await readOfflineSettings(context, { isRemote })
    const catalog = await readCatalog(args, { tree: createFolderTree(cwd), reading, isRemote, kinds, limits })
    const isElsewhere = createRefPattern(textsOf(options['allowMissing']))
    const isAllowed = options['rules'] ? createRuleCheck({ rules: section.rules, locations: section.locations }) : undefined
    const report = checkCatalog(catalog, { kinds, isElsewhere, isAllowed })
    const findings = toFindings(report)
    const { errors, warnings } = countFindings(findings)
    const isGood = errors === 0 && (warnings === 0 || options['strict'] !== true)
    if (options['json']) print(JSON.stringify(toJson(catalog, report, { isGood, errors, warnings }), undefined, 2))
    else for (const line of toLines(catalog, findings, paintFor(context))) print(line)
    return isGood ? 0 : 1
  },
}

function toJson(catalog: OfflineCatalog, report: CatalogFindings, verdict: { isGood: boolean; errors: number; warnings: number }) {
  const { isGood, errors, warnings } = verdict
  return {
    valid: isGood,
    counts: { files: catalog.files.length, entities: catalog.entities.length, errors, warnings },
    entities: catalog.entities.map(({ ref, relations, file, line }) => {
      const owner = relations.find(({ type }) => type === 'ownedBy')?.target
      return { ref, ...(owner !== undefined && { owner }), file, line }
    }),
    ...report,
    notFollowed: catalog.notFollowed,
    skeletons: catalog.skeletons,
  }
}

function toLines(catalog: OfflineCatalog, findings: readonly Finding[], paint: Paint): string[] {
  const { errors, warnings } = countFindings(findings)
  const { files, entities, notFollowed, skeletons } = catalog
  const lines = findingLines(findings, paint)
  if (lines.length > 0) lines.push('')
  if (notFollowed.length > 0)
    lines.push(`Not read: ${countOf(notFollowed.length, 'web address', 'web addresses')}; add --remote to read them too`)
  if (skeletons.length > 0) lines.push(`Left out: ${countOf(skeletons.length, 'file')} of template skeletons`)
  const verdict = `${countOf(errors, 'error')}, ${countOf(warnings, 'warning')}`
  const colour = errors > 0 ? 'red' : warnings > 0 ? 'yellow' : 'green'
  return [...lines, `${countOf(entities.length, 'entity', 'entities')} in ${countOf(files.length, 'file')}: ${paint(colour, verdict)}`]
}
