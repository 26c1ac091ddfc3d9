import { query, useQuery } from '@portico/core/web'
import { scaffolderApi } from '@portico/scaffolder/common'
import { useDebouncedValue } from '@portico/ui'

const debounceMs = 400

/** The values of a try-out; undefined when the text is not a JSON object. */
export function readValues(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** The result of an expression, a moment after the last letter was typed. */
export function useExpression(source: string, values: Readonly<Record<string, unknown>> | undefined) {
  const asked = source.trim() === '' || !values ? undefined : JSON.stringify({ source, values })
  const settled = useDebouncedValue(asked, debounceMs)
  const body =
    settled === undefined ? { source: '', values: {} } : (JSON.parse(settled) as { source: string; values: Record<string, unknown> })
  const result = useQuery({
    ...query(scaffolderApi.renderExpression, { body }),
    enabled: settled !== undefined,
    placeholderData: previous => previous,
    retry: false,
  })
  return { ...result, data: asked === undefined ? undefined : result.data, isAsked: asked !== undefined }
}
