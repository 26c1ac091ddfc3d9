import { useClient, useObservable, useQuery, useSearchParams, type Client } from '@portico/core/web'
import { scaffolderApi } from '@portico/scaffolder/common'
import { fromBase64, type TemplateFolder } from './folder.ts'
import { openedFolder } from './opened-folder.ts'

/** The template that is edited: what the address names, else the directory that was opened in this tab. */
export function useFolder() {
  const client = useClient()
  const local = useObservable(openedFolder)
  const [search] = useSearchParams()
  const from = search.get('from')
  const { data, error, refetch, isPending } = useQuery({
    queryKey: ['scaffolder', 'template-folder', from],
    queryFn: () => loadFolder(client, from ?? ''),
    enabled: from !== null,
    staleTime: Infinity,
    retry: false,
  })
  if (from === null) return { folder: local, error: null, isLoading: false, retry: () => {} }
  return { folder: data, error, isLoading: isPending, retry: () => void refetch() }
}

/** A copy of a template: of one in the catalog by its ref, or of one at an address. */
async function loadFolder(client: Client, from: string): Promise<TemplateFolder> {
  const body = /^https?:\/\//.test(from) ? { url: from } : { templateRef: from }
  const { files, templatePath, skipped } = await client.call(scaffolderApi.readTemplateFiles, { body })
  return {
    name: from,
    templatePath,
    skipped,
    files: files
      .map(({ path, base64Content }) => fromBase64(path, base64Content))
      .toSorted((one, other) => one.path.localeCompare(other.path)),
  }
}
