import { annotations, parseLocationRef, type Entity, type LocationRef } from '@portico/catalog/common'
import type { Principal } from '@portico/core/server'
import { AppError } from '@portico/core/common'
import type { Readers } from '@portico/integrations/server'
import type { TemplateFiles } from '@portico/scaffolder/common'
import path from 'node:path'
import type { FetchedFile } from '../actions/action.ts'
import { createFetching } from '../running/fetching.ts'
import type { TemplateSource } from '../templates/template-source.ts'
import { limitExceeded } from '../errors.ts'

export type FilesRequest = { readonly templateRef: string } | { readonly url: string }

interface FilesDependencies {
  readonly caller: Principal
  readonly templates: Pick<TemplateSource, 'load'>
  readonly reading: () => Promise<Readers>
  readonly signal: AbortSignal
}

const limits = { files: 500, fileBytes: 1_000_000, bytes: 5_000_000 } as const

/** The folder that a template is in, as far as it fits an editor. Where only the file itself can be read, that file. */
export async function readTemplateFiles(request: FilesRequest, dependencies: FilesDependencies): Promise<TemplateFiles> {
  const { caller, templates, reading, signal } = dependencies
  const { base, origin } =
    'url' in request ? { base: { type: 'url', target: request.url } } : fileOf((await templates.load(caller, request.templateRef)).entity)
  if (!base) throw limitExceeded('Where the template is stored is not known')
  const fetching = createFetching({ reading, base, origin, signal })
  const templatePath = path.posix.basename(base.target.replace(/[?#].*$/, '').replaceAll('\\', '/'))
  const files: TemplateFiles['files'] = []
  const skipped: string[] = []
  let bytes = 0
  function add(file: FetchedFile): void {
    if (/(^|\/)(node_modules|\.git)\//.test(file.path)) return
    bytes += file.bytes.length
    const fits = files.length < limits.files && file.bytes.length <= limits.fileBytes && bytes <= limits.bytes
    if (fits) files.push({ path: file.path, base64Content: Buffer.from(file.bytes).toString('base64') })
    else skipped.push(file.path)
  }
  try {
    for await (const file of fetching.tree('./')) add(file)
  } catch (error) {
    // Most web servers list no folders.
    if (!(error instanceof AppError) || error.code !== 'integrations.no-tree') throw error
    add({ path: templatePath, bytes: await fetching.file(`./${templatePath}`) })
  }
  return { templatePath, files, skipped: skipped.slice(0, 100) }
}

/** The file that the template was read from: the location of its source may be a folder. */
function fileOf({ metadata }: Entity): { readonly base?: LocationRef; readonly origin?: string } {
  const { [annotations.managedByLocation]: file, [annotations.managedByOriginLocation]: origin } = metadata.annotations ?? {}
  return { ...(file !== undefined && { base: parseLocationRef(file) }), ...(origin !== undefined && { origin }) }
}
