import { query, useIdentity, useQuery } from '@portico/core/web'
import { scorecardsApi, type DocumentKind, type DocumentProblem } from '@portico/scorecards/common'
import { useDebouncedValue } from '@portico/ui'
import { useMemo, useState } from 'react'
import { starterOf } from './starter-documents.ts'

const debounceMs = 400
const flipsPage = 50

/** The document that is edited: what is stored, and what is written now. */
export function useDocument(kind: DocumentKind, name: string | undefined) {
  const stored = useQuery({
    ...query(scorecardsApi.getDocument, { params: { kind, name: name ?? '' } }),
    enabled: name !== undefined,
    // What is being written is not replaced by what another has saved meanwhile.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  const [written, setWritten] = useState<string>()
  const { ownershipEntityRefs, userEntityRef } = useIdentity()
  const owner = ownershipEntityRefs.find(ref => ref.startsWith('group:')) ?? userEntityRef
  const [starter] = useState(() => starterOf(kind, owner))
  const initial = name === undefined ? starter : stored.data?.text
  return { stored, text: written ?? initial, isChanged: written !== undefined && written !== initial, setText: setWritten }
}

/** What is wrong with a text, a moment after the last letter was typed. The answer before stays until then. */
export function useDocumentCheck(text: string) {
  const settled = useDebouncedValue(text, debounceMs)
  const check = useQuery({
    ...query(scorecardsApi.checkDocument, { body: { text: settled } }),
    placeholderData: previous => previous,
    retry: false,
  })
  return { ...check, isOutdated: settled !== text || check.isPlaceholderData }
}

/** What a text would change; asked for when it can be read. */
export function useWhatIf(text: string, isReadable: boolean) {
  const settled = useDebouncedValue(text, debounceMs)
  const [page, setPage] = useState({ text: settled, limit: flipsPage })
  const limit = page.text === settled ? page.limit : flipsPage
  const found = useQuery({
    ...query(scorecardsApi.whatIf, { body: { text: settled, limit } }),
    enabled: isReadable && settled === text,
    placeholderData: previous => previous,
    retry: false,
  })
  return {
    ...found,
    isOutdated: settled !== text || found.isPlaceholderData,
    showMore: limit < 200 ? () => setPage({ text: settled, limit: 200 }) : undefined,
  }
}

/** The lines to mark. */
export function useMarks(problems: readonly DocumentProblem[] | undefined) {
  return useMemo(() => (problems ?? []).map(({ line, message }) => ({ line, message })), [problems])
}
