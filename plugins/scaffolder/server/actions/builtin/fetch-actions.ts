import { z } from 'zod'
import { defineAction, type ActionContext, type FetchedFile } from '../action.ts'
import { inTurns, type Workspace } from '../../workspace/workspace.ts'
import { renderSkeleton, renderText, type SkeletonOptions } from '../../rendering/render-skeleton.ts'

const url = z.string().min(1).describe('Relative to the template, or an address that config allows')
const token = z.string().optional().describe('Used in place of the credentials of the config')

export const fetchPlain = defineAction({
  id: 'fetch:plain',
  description: 'Copies a folder into the workspace as it is',
  examples: [{ description: 'Copy a skeleton', example: 'steps:\n  - action: fetch:plain\n    input:\n      url: ./skeleton\n' }],
  input: z.object({
    url,
    targetPath: z.string().optional().describe('The folder of the workspace that gets the files; its root by default'),
    token,
  }),
  supportsDryRun: true,
  isIdempotent: true,
  async run({ input, workspace, fetch, log }) {
    let count = 0
    for await (const file of fetch.tree(input.url, { token: input.token })) {
      await placeFile(workspace, inTarget(input.targetPath, file.path), file)
      count += 1
    }
    log(`${count} files copied from ${input.url}`)
  },
})

export const fetchPlainFile = defineAction({
  id: 'fetch:plain:file',
  description: 'Copies one file into the workspace as it is',
  examples: [
    {
      description: 'Copy a file',
      example: 'steps:\n  - action: fetch:plain:file\n    input:\n      url: ./LICENSE\n      targetPath: LICENSE\n',
    },
  ],
  input: z.object({ url, targetPath: z.string().min(1).describe('The path that the file gets in the workspace'), token }),
  supportsDryRun: true,
  isIdempotent: true,
  async run({ input, workspace, fetch }) {
    await workspace.write(input.targetPath, await fetch.file(input.url, { token: input.token }))
  },
})

const rendering = {
  values: z.record(z.string(), z.unknown()).optional().describe('What ${{ values }} is in names and contents'),
  cookiecutterCompat: z.boolean().optional().describe('Variables are {{ cookiecutter.x }}'),
  replace: z.boolean().optional().describe('Overwrites files that are there already'),
  trimBlocks: z.boolean().optional().describe('The line break after a {% block %} is left out'),
  lstripBlocks: z.boolean().optional().describe('Blanks before a {% block %} at the start of a line are left out'),
  token,
}

export const fetchTemplate = defineAction({
  id: 'fetch:template',
  description: 'Copies a folder into the workspace, with expressions in names and contents filled in',
  examples: [
    {
      description: 'Render a skeleton',
      example:
        'steps:\n  - action: fetch:template\n    input:\n      url: ./skeleton\n      values:\n        name: ${{ parameters.name }}\n',
    },
  ],
  input: z.object({
    url,
    targetPath: z.string().optional().describe('The folder of the workspace that gets the files; its root by default'),
    copyWithoutTemplating: z.array(z.string()).optional().describe('Patterns of files whose contents are copied as they are'),
    templateFileExtension: z
      .union([z.boolean(), z.string()])
      .optional()
      .describe('Only files with it are rendered, and lose it; true means .njk'),
    ...rendering,
  }),
  formerInputs: { copyWithoutRender: 'Write copyWithoutTemplating, which copies contents as they are and fills in names' },
  supportsDryRun: true,
  isIdempotent: true,
  async run(context) {
    const { input, fetch } = context
    const files: FetchedFile[] = []
    for await (const file of fetch.tree(input.url, { token: input.token })) files.push(file)
    const { written, kept, skipped } = await writeSkeleton(context, files)
    const notes = [...(kept > 0 ? [`${kept} kept as they were`] : []), ...(skipped > 0 ? [`${skipped} left out by their name`] : [])]
    context.log(
      `${written} ${written === 1 ? 'file' : 'files'} written from ${input.url}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`,
    )
  },
})

async function writeSkeleton(context: ActionContext<z.output<typeof fetchTemplate.input>>, files: readonly FetchedFile[]) {
  const { input, workspace } = context
  const rendered = await renderSkeleton(files, optionsOf(context))
  const isWritten = await inTurns(rendered, async file => {
    const target = inTarget(input.targetPath, file.path)
    if (!input.replace && (await workspace.exists(target))) return false
    await placeFile(workspace, target, file)
    return true
  })
  const written = isWritten.filter(Boolean).length
  return { written, kept: rendered.length - written, skipped: files.length - rendered.length }
}

function optionsOf(context: ActionContext<z.output<typeof fetchTemplate.input>>): SkeletonOptions {
  const { input, renderer, budget, hosts } = context
  return {
    renderer,
    budget,
    hosts,
    values: input.values ?? {},
    isCookiecutter: input.cookiecutterCompat ?? false,
    trimBlocks: input.trimBlocks,
    lstripBlocks: input.lstripBlocks,
    copyWithoutTemplating: input.copyWithoutTemplating ?? [],
    extension: input.templateFileExtension === true ? '.njk' : input.templateFileExtension || undefined,
  }
}

export const fetchTemplateFile = defineAction({
  id: 'fetch:template:file',
  description: 'Copies one file into the workspace, with its expressions filled in',
  examples: [
    {
      description: 'Render a file',
      example:
        'steps:\n  - action: fetch:template:file\n    input:\n      url: ./README.md\n      targetPath: README.md\n      values:\n        name: ${{ parameters.name }}\n',
    },
  ],
  input: z.object({ url, targetPath: z.string().min(1).describe('The path that the file gets in the workspace'), ...rendering }),
  supportsDryRun: true,
  isIdempotent: true,
  async run(context) {
    const { input, workspace, fetch, log } = context
    if (!input.replace && (await workspace.exists(input.targetPath))) return log(`${input.targetPath} is there already and is kept`)
    const bytes = await fetch.file(input.url, { token: input.token })
    const text = await renderText(input.url, bytes, optionsOf({ ...context, input: { ...input, url: input.url } }))
    await workspace.write(input.targetPath, text)
  },
})

/** Links are copied as they are, as long as they stay in the workspace. */
export async function placeFile(workspace: Workspace, target: string, { bytes, isExecutable, link }: FetchedFile): Promise<void> {
  if (link === undefined) await workspace.write(target, bytes, { isExecutable })
  else await workspace.link(target, link)
}

/** The path of a file below a folder, where one is given. */
export function inTarget(targetPath: string | undefined, file: string): string {
  return targetPath === undefined ? file : `${targetPath.replace(/\/+$/, '')}/${file}`
}
