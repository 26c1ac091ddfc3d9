import type { DocumentProblem } from '@portico/connectors/common'
import { defineService } from '@portico/core/server'
import path from 'node:path'
import type { Expressions } from '../expressions/expressions.ts'
import { checkDocument } from './check-document.ts'
import type { ConnectorDocument } from './document.ts'
import { findFiles, packFiles, readFiles, shownPath, type DocumentText } from './document-files.ts'

/** For plugins that bring connectors along. */
export interface ConnectorDocuments {
  /** The text of a document; `file` is what it is called where something is wrong. Returns the function that takes it away. */
  add(document: { readonly plugin: string; readonly file: string; readonly text: string }): () => void
}

export const connectorDocuments = defineService<ConnectorDocuments>('connectors.documents', { registers: ['add'] })

/** A document, valid or not. */
export interface KnownDocument {
  readonly name: string
  readonly file: string
  /** `pack`, `file`, or the id of a plugin. */
  readonly origin: string
  /** With problems it is the last good version. */
  readonly document: ConnectorDocument | undefined
  readonly problems: readonly DocumentProblem[]
}

interface Source extends DocumentText {
  readonly origin: string
}

/** The documents of packs, plugins and files. Of two with one name the one of the files counts, then that of plugins. */
export function createDocuments({
  expressions,
  folder,
  onAdded,
}: {
  readonly expressions: Pick<Expressions, 'check'>
  readonly folder: string
  /** Plugins have added documents, or taken some away. */
  readonly onAdded: () => void
}) {
  const added = new Set<Source>()
  // Documents are checked again only when their text has changed.
  let checked = new Map<string, KnownDocument>()
  let known = new Map<string, KnownDocument>()
  let lastGood = new Map<string, KnownDocument>()
  let unmatched: readonly string[] = []

  async function check({ file, text, origin }: Source): Promise<KnownDocument> {
    const shown = origin === 'pack' ? path.basename(file) : path.isAbsolute(file) ? shownPath(file, folder) : file
    const { document, problems } = await checkDocument(shown, text, expressions)
    const name = document?.metadata.name ?? nameIn(text) ?? path.basename(file).replace(/\.ya?ml$/, '')
    return { name, file: shown, origin, document, problems }
  }

  return {
    service: {
      add({ plugin, file, text }) {
        const source = { origin: plugin, file, text }
        added.add(source)
        onAdded()
        return () => {
          added.delete(source)
          onAdded()
        }
      },
    } satisfies ConnectorDocuments,
    /** Reads everything again. */
    async read(patterns: readonly string[]): Promise<void> {
      unmatched = patterns.filter(pattern => findFiles([pattern], folder).length === 0).map(pattern => path.resolve(folder, pattern))
      const own = readFiles(findFiles(patterns, folder)).map(each => ({ ...each, origin: 'file' }))
      const packs = readFiles(packFiles()).map(each => ({ ...each, origin: 'pack' }))
      const next = new Map<string, KnownDocument>()
      const nextChecked = new Map<string, KnownDocument>()
      for (const source of [...own, ...added, ...packs]) {
        if (!('text' in source)) {
          const file = shownPath(source.file, folder)
          next.set(file, { name: file, file, origin: source.origin, document: undefined, problems: [{ file, message: source.problem }] })
          continue
        }
        const key = JSON.stringify([source.origin, source.file, source.text])
        const now = checked.get(key) ?? (await check(source))
        nextChecked.set(key, now)
        const before = lastGood.get(`${now.origin} ${now.name}`)
        const found = now.document || !before ? now : { ...now, document: before.document }
        const other = next.get(found.name)
        if (!other) next.set(found.name, found)
        // A pack may be replaced by a file; two files with one name are a mistake.
        else if (other.origin === found.origin || (other.origin !== 'file' && found.origin !== 'pack')) {
          const message = `there is another connector '${found.name}', in ${other.file}`
          next.set(`${found.name} (${found.file})`, {
            ...found,
            name: `${found.name} (${found.file})`,
            document: undefined,
            problems: [{ file: found.file, key: 'metadata.name', message }],
          })
        }
      }
      checked = nextChecked
      known = next
      lastGood = new Map([...next.values()].filter(each => each.document).map(each => [`${each.origin} ${each.name}`, each]))
    },
    /** Patterns of the config that find nothing, as whole paths. */
    unmatched: () => unmatched,
    all: (): readonly KnownDocument[] => [...known.values()],
    find: (name: string): KnownDocument | undefined => known.get(name),
  }
}

export type Documents = ReturnType<typeof createDocuments>

/** What a document with mistakes calls itself. */
function nameIn(text: string): string | undefined {
  return /^\s{1,8}name:\s*['"]?([a-z0-9-]{1,60})['"]?\s*$/m.exec(text)?.[1]
}
