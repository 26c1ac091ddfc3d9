import { query, useNavigate, useQueryCache } from '@portico/core/web'
import { techdocsApi, toPagePath, versionAt, type DocsParams, type DocsVersion } from '@portico/techdocs/common'
import type { MouseEvent } from 'react'
import { toAddress } from './site-model.ts'

interface VersionLinksOptions {
  readonly params: DocsParams
  readonly base: string
  readonly versions: readonly DocsVersion[]
  /** The page that is read. */
  readonly current: string
}

/** Links to the page that is read in other versions. One that does not have it is opened at its start. */
export function useVersionLinks({ params, base, versions, current }: VersionLinksOptions) {
  const cache = useQueryCache()
  const navigate = useNavigate()
  const rest = versionAt(versions, current)?.rest ?? ''

  async function open(address: string, { prefix }: DocsVersion): Promise<void> {
    const page = query(techdocsApi.getPage, { params: { ...params, rest: toPagePath(`${prefix}${rest}`) } })
    const isThere = await cache.fetch(page).then(
      () => true,
      (error: unknown) => (error as { status?: number }).status !== 404,
    )
    void navigate(isThere ? address : toAddress(base, prefix))
  }

  return (version: DocsVersion) => {
    const to = toAddress(base, `${version.prefix}${rest}`)
    return {
      to,
      /** Everything with a modifier key is the browser's. */
      onClick(event: MouseEvent) {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        void open(to, version)
      },
    }
  }
}
