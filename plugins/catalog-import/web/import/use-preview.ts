import { catalogApi, previewLimits, type PreviewInput } from '@portico/catalog/common'
import { query, useQuery } from '@portico/core/web'
import { useDebouncedValue } from '@portico/ui'
import type { ImportState } from './use-import-state.ts'
import { toLocation } from './target.ts'

const restMs = 400

/** The preview of what is given, a moment after the last letter was typed. The one before stays until the next is there. */
export function usePreview({ way, url, files }: Pick<ImportState, 'way' | 'url' | 'files'>) {
  const input = toInput(way, url, files)
  const key = JSON.stringify(input)
  const settled = useDebouncedValue(key, way === 'text' ? restMs : 0)
  const asked = settled === undefined ? undefined : (JSON.parse(settled) as PreviewInput)
  const preview = useQuery({
    ...query(catalogApi.previewEntities, { body: asked ?? { files: [{ name: 'none', text: '' }] } }),
    enabled: asked !== undefined,
    // Only while typing: the entities of another address would be those of something else.
    placeholderData: (previous, before) => (way === 'text' && isOfFiles(before?.queryKey) ? previous : undefined),
    retry: false,
  })
  const isOutdated = key !== settled || preview.isPlaceholderData
  return { ...preview, data: input === undefined ? undefined : preview.data, isAsked: input !== undefined, isOutdated }
}

function isOfFiles(key: readonly unknown[] | undefined): boolean {
  const [, , given] = (key ?? []) as [string?, string?, { body?: object }?]
  return given?.body !== undefined && 'files' in given.body
}

function toInput(way: ImportState['way'], url: string, files: ImportState['files']): PreviewInput | undefined {
  if (way === 'url') return url.trim() === '' ? undefined : { location: toLocation(url) }
  const written = files.filter(({ text }) => text.trim() !== '')
  const characters = written.reduce((sum, { text }) => sum + text.length, 0)
  return written.length === 0 || characters > previewLimits.characters ? undefined : { files: written }
}
