import {
  compoundRefOf,
  entityReadPermission,
  entityRefOf,
  entityTitle,
  ownersOf,
  parseEntityRef,
  type Entity,
} from '@portico/catalog/common'
import type { SearchDocument } from '@portico/search/common'
import { toLocation, type Search } from '@portico/search/server'
import type { IndexedDocument } from '../sites/site-search.ts'
import type { DocsSection, SearchDocumentStore } from './search-document-store.ts'

// What one read of the database brings is parsed in one go, while requests wait.
const batch = 5
const listedAtOnce = 1000
/** A page without a heading at its top is found by its title and its beginning: the sections have the text. */
const pageTextLength = 300

/** Brings the sections of all docs into the search: by schedule, and those of a site as soon as it has changed. */
export function registerDocs(search: Search, store: SearchDocumentStore) {
  const updates = search.registerSource({
    type: 'techdocs',
    visibilityPermission: entityReadPermission,
    hasSections: true,
    groups: {
      async *list() {
        for (let last = ''; ;) {
          const rows = await store.versionsAfter(last, listedAtOnce)
          if (rows.length === 0) return
          yield rows
          last = rows.at(-1)!.group
        }
      },
      async read(refs, { settings }) {
        const rows = await store.of(refs)
        return Object.fromEntries(rows.map(({ ref, documents }) => [ref, located(documents, settings)]))
      },
      batchSize: () => batch,
    },
  })
  return {
    async replace(entity: Entity, documents: readonly DocsSection[]): Promise<void> {
      const ref = entityRefOf(entity)
      await store.save(ref, documents)
      await updates.replace({ [ref]: located(documents, updates.settings()) })
    },
    /** Those of the entities whose docs are found. */
    known: store.known,
    async remove(refs: readonly string[]): Promise<void> {
      if (refs.length === 0) return
      await store.remove(refs)
      await updates.replace(Object.fromEntries(refs.map(ref => [ref, []])))
    },
  }
}

export type DocsSearch = ReturnType<typeof registerDocs>

function located(sections: readonly DocsSection[], settings: Readonly<Record<string, unknown>>): SearchDocument[] {
  const template = String(settings['locationTemplate'])
  return sections.map(section => {
    const { namespace, kind, name, path } = section
    return { ...section, location: toLocation(template, { namespace, kind, name, path }) }
  })
}

/** The sections of a site, from its search index. */
export function toSearchDocuments(entity: Entity, docs: readonly IndexedDocument[]): DocsSection[] {
  const ref = entityRefOf(entity)
  const { kind, namespace, name } = compoundRefOf(entity)
  const { annotations = {} } = entity.metadata
  const { type, lifecycle } = (entity.spec ?? {}) as Readonly<Record<string, unknown>>
  const owner = ownersOf(entity)[0]
  const kindOfIt = typeof type === 'string' && type !== '' ? type : 'other'
  const facts = {
    kind: kind.toLowerCase(),
    namespace: namespace.toLowerCase(),
    name: name.toLowerCase(),
    entityTitle: entityTitle(entity),
    componentType: kindOfIt,
    type: kindOfIt,
    lifecycle: typeof lifecycle === 'string' ? lifecycle : '',
    owner: owner === undefined ? '' : parseEntityRef(owner).name,
    annotations,
    authorization: { resourceRef: ref },
  }
  return withoutTopHeadings(docs).map(({ location, title, text }) => ({ title, text, path: location, ...facts }))
}

/** A page and the heading at its top are one. Its text is what stands before the next heading: each section has its own. */
function withoutTopHeadings(docs: readonly IndexedDocument[]): IndexedDocument[] {
  return docs.flatMap((document, at) => {
    const [previous, next] = [docs[at - 1], docs[at + 1]]
    if (previous && isTopOf(previous, document)) return []
    if (next && isTopOf(document, next)) return [{ ...document, text: next.text }]
    return [document.location.includes('#') ? document : { ...document, text: document.text.slice(0, pageTextLength) }]
  })
}

function isTopOf(page: IndexedDocument, heading: IndexedDocument): boolean {
  return !page.location.includes('#') && heading.title === page.title && heading.location.startsWith(`${page.location}#`)
}
