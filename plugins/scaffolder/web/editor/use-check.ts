import { query, useQuery } from '@portico/core/web'
import { scaffolderApi } from '@portico/scaffolder/common'
import { useDebouncedValue } from '@portico/ui'
import { useMemo } from 'react'

const debounceMs = 400

interface CheckedFile {
  readonly path: string
  readonly base64Content: string
}

/** What a template is and what is wrong with it, a moment after the last letter was typed. The one before stays until then. */
export function useCheck(text: string, files: readonly CheckedFile[] = []) {
  const given = useMemo(
    () => ({ text, directoryContents: files.map(({ path, base64Content }) => ({ path, base64Content })) }),
    [text, files],
  )
  const key = JSON.stringify(given)
  const settled = useDebouncedValue(key, debounceMs)
  const asked = useMemo(() => JSON.parse(settled) as typeof given, [settled])
  return useQuery({
    ...query(scaffolderApi.checkTemplate, { body: asked }),
    // Large texts make poor keys; what was checked is what counts.
    queryKey: ['scaffolder', 'check-template', settled],
    placeholderData: previous => previous,
    retry: false,
  })
}
