import { query, useQuery } from '@portico/core/web'
import { techdocsApi, versionAt, type DocsParams } from '@portico/techdocs/common'

/** The site that a path is in: of the default version, or of the one that the path names. */
export function useSite(params: DocsParams, path: string) {
  const whole = useQuery(query(techdocsApi.getSite, { params }))
  const versions = whole.data?.versions
  const wanted = versions && versionAt(versions, path)?.version
  const isOther = wanted !== undefined && wanted.version !== whole.data?.version
  const other = useQuery({
    ...query(techdocsApi.getSite, { params, query: { version: wanted?.version ?? '' } }),
    enabled: isOther,
  })
  const { data, error, refetch } = isOther ? other : whole
  return { info: data, error, refetch, version: isOther ? wanted.version : undefined }
}
