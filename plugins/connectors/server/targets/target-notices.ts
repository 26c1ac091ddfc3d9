import { configAt, isRecord } from '@portico/core/common'
import { parseYaml, type InnerNotice, type NoticeContext } from '@portico/core/server'
import { z } from 'zod'
import { Targets } from './target-entry.ts'
import { TargetSpec } from '../documents/document.ts'
import { findFiles, packFiles, readFiles } from '../documents/document-files.ts'
import { mistakesOf } from './targets.ts'

/** As much of a document as says what a target needs. */
const Needs = z.object({ metadata: z.object({ name: z.string() }), spec: z.object({ target: TargetSpec.prefault({}) }) })

/** What the connectors of files and packs ask for and the targets of a config do not have, before anything is asked. */
export function targetNotices(section: unknown, { folder }: NoticeContext): InnerNotice[] {
  const targets = configAt(section, ['targets'])
  if (!isRecord(targets) || Object.keys(targets).length === 0) return []
  const files = z.array(z.string()).safeParse(configAt(section, ['files'])).data ?? []
  const needs = needsOf([...packFiles(), ...findFiles(files, folder)])
  return Object.entries(targets).flatMap(([connector, written]) => {
    const spec = needs.get(connector)
    // What is no target at all is a mistake of its own.
    const entries = spec && Targets.safeParse(written).data
    if (!spec || !entries) return []
    return entries.flatMap((entry, at) =>
      mistakesOf(spec, entry).map(({ path, message }) => ({
        path: ['targets', connector, ...(Array.isArray(written) ? [at] : []), ...path],
        message,
      })),
    )
  })
}

/** By the name of a connector. Of two with one name the last counts, and one that cannot be read is told elsewhere. */
function needsOf(files: readonly string[]): Map<string, TargetSpec> {
  const found = readFiles(files).flatMap(each => {
    try {
      const { metadata, spec } = Needs.parse('text' in each ? parseYaml(each.text, each.file).data : undefined)
      return [[metadata.name, spec.target] as const]
    } catch {
      return []
    }
  })
  return new Map(found)
}
