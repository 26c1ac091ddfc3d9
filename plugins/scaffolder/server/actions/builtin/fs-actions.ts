import { conflictError, notFoundError } from '@portico/core/common'
import { mkdir, readdir, rename } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { fitting } from '../../workspace/globs.ts'
import { defineAction, type ActionContext } from '../action.ts'

export const fsDelete = defineAction({
  id: 'fs:delete',
  description: 'Deletes files and folders of the workspace',
  examples: [
    {
      description: 'Delete a folder and all Markdown files',
      example: 'steps:\n  - action: fs:delete\n    input:\n      files: [.github, "**/*.md"]\n',
    },
  ],
  input: z.object({ files: z.array(z.string()).describe('Paths or patterns; * also stands for names that begin with a dot') }),
  supportsDryRun: true,
  isIdempotent: true,
  async run({ input, workspace, log }) {
    const all = await workspace.list()
    for (const pattern of input.files) {
      // Checked first, so that a pattern that leads out is an error and not just without a match.
      workspace.resolve(pattern)
      const matches = /[*?{[]/.test(pattern) ? all.map(file => file.path).filter(fitting(pattern)) : [pattern]
      for (const match of matches) await workspace.remove(match)
      log(`Deleted ${pattern}`)
    }
  },
})

export const fsRename = defineAction({
  id: 'fs:rename',
  description: 'Renames files and folders of the workspace',
  examples: [
    {
      description: 'Rename a file',
      example:
        'steps:\n  - action: fs:rename\n    input:\n      files:\n        - from: a.txt\n          to: b.txt\n          overwrite: true\n',
    },
  ],
  input: z.object({
    files: z
      .array(
        z.object({
          from: z.string().describe('The path it has'),
          to: z.string().describe('The path it gets'),
          overwrite: z.boolean().optional().describe('Replaces what has that path already'),
        }),
      )
      .describe('What is renamed, in this order'),
  }),
  supportsDryRun: true,
  isIdempotent: false,
  async run({ input, workspace, log }) {
    for (const { from, to, overwrite } of input.files) {
      if (!(await workspace.exists(from)))
        throw notFoundError(`There is no '${from}' in the workspace`, { code: 'scaffolder.file-not-found' })
      if (await workspace.exists(to)) {
        if (!overwrite) throw conflictError(`'${to}' is there already; set overwrite to replace it`, { code: 'scaffolder.file-exists' })
        await workspace.remove(to)
      }
      await mkdir(path.dirname(workspace.resolve(to)), { recursive: true })
      await rename(workspace.resolve(from), workspace.resolve(to))
      log(`Renamed ${from} to ${to}`)
    }
  },
})

const Found = z.object({
  name: z.string().describe('The name'),
  path: z.string().describe('The folder it is in'),
  fullPath: z.string().describe('Its path in the workspace'),
})

export const fsReaddir = defineAction({
  id: 'fs:readdir',
  description: 'Lists files and folders of the workspace',
  examples: [
    {
      description: 'List everything below a folder',
      example: 'steps:\n  - action: fs:readdir\n    input:\n      paths: [src]\n      recursive: true\n',
    },
  ],
  input: z.object({
    paths: z.array(z.string()).describe('The folders that are listed'),
    recursive: z.boolean().default(false).describe('Lists also what is in folders below'),
  }),
  output: z.object({ files: z.array(Found).describe('The files'), folders: z.array(Found).describe('The folders') }),
  supportsDryRun: true,
  isIdempotent: true,
  async run({ input, workspace, output }) {
    const files: z.output<typeof Found>[] = []
    const folders: z.output<typeof Found>[] = []
    for (const given of input.paths) {
      for (const entry of await readdir(workspace.resolve(given), { withFileTypes: true, recursive: input.recursive })) {
        const full = path.relative(workspace.folder, path.join(entry.parentPath, entry.name))
        const found = { name: entry.name, path: path.dirname(full), fullPath: full }
        if (entry.isDirectory()) folders.push(found)
        else files.push(found)
      }
    }
    output('files', files)
    output('folders', folders)
  },
})

/** The text of a file of the workspace. */
export async function readText({ workspace }: Pick<ActionContext, 'workspace'>, file: string): Promise<string> {
  if (!(await workspace.exists(file))) throw notFoundError(`There is no '${file}' in the workspace`, { code: 'scaffolder.file-not-found' })
  return (await workspace.read(file)).toString('utf8')
}
