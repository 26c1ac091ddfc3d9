import { RequestErrorPanel, useText } from '@portico/core/web'
import { DataTable, type Column } from '@portico/ui'
import { useMemo, useState } from 'react'
import { EntityLink } from '../../parts/EntityLink.tsx'
import { specText } from '../entity-values.ts'
import { entityMessages } from '../messages.ts'
import { useRows, type RelationRow } from './relation-rows.ts'
import { RowDetail } from './RelationTable.tsx'

/** All relations of one type, a page at a time: only what is on the page is read. */
export function AllRelations({ title, refs }: { title: string; refs: readonly string[] }) {
  const text = useText()
  const [page, setPage] = useState({ offset: 0, limit: 20 })
  const [words, setWords] = useState('')
  const found = useMemo(() => matching(refs, words), [refs, words])
  const offset = page.offset < found.length ? page.offset : 0
  const { rowOf, error, isPending, refetch } = useRows(found.slice(offset, offset + page.limit))
  const columns: readonly Column<RelationRow>[] = [
    {
      id: 'name',
      title: text(entityMessages.name),
      highlight: true,
      cell: ({ entity, ref }) => <EntityLink entity={entity ?? ref} defaultKind={entity?.kind} />,
    },
    { id: 'type', title: text(entityMessages.type), summary: true, cell: ({ entity }) => entity && specText(entity, 'type') },
    { id: 'description', title: text(entityMessages.description), grow: true, cell: row => <RowDetail row={row} /> },
  ]
  return (
    <DataTable
      label={title}
      columns={columns}
      rows={found.slice(offset, offset + page.limit).map(rowOf)}
      rowKey={row => row.ref}
      remote
      search
      loading={isPending && found.length > 0}
      error={error && <RequestErrorPanel error={error} title={text(entityMessages.rowsFailed)} onRetry={refetch} />}
      onStateChange={({ search }) => {
        if (search === words) return
        setWords(search)
        setPage({ ...page, offset: 0 })
      }}
      paging={{ form: 'offset', offset, limit: page.limit, count: found.length, onChange: setPage }}
    />
  )
}

/** The refs that have all the words in them. */
function matching(refs: readonly string[], words: string): readonly string[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return refs
  return refs.filter(ref => wanted.every(word => ref.toLowerCase().includes(word)))
}
