import { inputError } from '@portico/core/common'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { fitting } from '../../workspace/globs.ts'
import { zip } from '../../workspace/zip.ts'
import type { InputText } from '../../rendering/data-operations.ts'
import { defineAction, type Action, type ActionContext } from '../action.ts'
import { readText } from './fs-actions.ts'

const prefix = 'roadiehq:utils'
const pure = { supportsDryRun: true, isIdempotent: true } as const

function step(id: string, input: string): { description: string; example: string }[] {
  return [{ description: 'In a template', example: `steps:\n  - action: ${id}\n    input:\n${input}` }]
}

const fsWrite = defineAction({
  id: `${prefix}:fs:write`,
  description: 'Writes a file into the workspace',
  examples: step(`${prefix}:fs:write`, '      path: notes.txt\n      content: Hello\n'),
  input: z.object({
    path: z.string().min(1).describe('The path that the file gets in the workspace'),
    content: z.string().describe('What is written'),
    preserveFormatting: z.boolean().optional().describe('Writes JSON as it is given, and not with indentation'),
  }),
  output: z.object({ path: z.string().describe('The same path') }),
  ...pure,
  async run({ input, workspace, output }) {
    await workspace.write(input.path, input.preserveFormatting ? input.content : formatted(input.path, input.content))
    output('path', input.path)
  },
})

/** JSON files are written with indentation, other files as they are. */
function formatted(file: string, content: string): string {
  if (!file.endsWith('.json')) return content
  try {
    return JSON.stringify(JSON.parse(content), undefined, 2)
  } catch {
    return content
  }
}

const fsAppend = defineAction({
  id: `${prefix}:fs:append`,
  description: 'Appends to a file of the workspace, which is created when it is missing',
  examples: step(`${prefix}:fs:append`, '      path: notes.txt\n      content: More\n'),
  input: z.object({
    path: z.string().min(1).describe('A file of the workspace'),
    content: z.string().describe('What is added at its end'),
  }),
  output: z.object({ path: z.string().describe('The same path') }),
  supportsDryRun: true,
  isIdempotent: false,
  async run({ input, workspace, output }) {
    const before = (await workspace.exists(input.path)) ? (await workspace.read(input.path)).toString('utf8') : ''
    await workspace.write(input.path, before + input.content)
    output('path', input.path)
  },
})

const fsParse = defineAction({
  id: `${prefix}:fs:parse`,
  description: 'Reads a file of the workspace, as text or as data',
  examples: step(`${prefix}:fs:parse`, '      path: package.json\n      parser: json\n'),
  input: z.object({
    path: z.string().min(1).describe('A file of the workspace'),
    parser: z.enum(['yaml', 'json', 'multiyaml']).optional().describe('Reads data; without it, the content is text'),
  }),
  output: z.object({ content: z.unknown().describe('The text or the data') }),
  ...pure,
  async run(context) {
    const { path, parser } = context.input
    const text = await readText(context, path)
    context.output('content', parser === undefined ? text : await parse(context, { name: path, text, format: parser }))
  },
})

function parse({ renderer, budget }: ActionContext, given: InputText): Promise<unknown> {
  return renderer.data('parse', given, { what: given.name, budget })
}

const Replacement = z.object({
  file: z.string().min(1).describe('A path, or a pattern that paths fit'),
  find: z.string().min(1).describe('The text that is replaced'),
  replaceWith: z.string().describe('What takes its place'),
  matchRegex: z.boolean().optional().describe('find is a regular expression'),
  includeDotFiles: z.boolean().optional().describe('Has no effect: patterns fit names with a dot too'),
})

const fsReplace = defineAction({
  id: `${prefix}:fs:replace`,
  description: 'Replaces text in files of the workspace',
  examples: step(`${prefix}:fs:replace`, '      files:\n        - file: README.md\n          find: old\n          replaceWith: new\n'),
  input: z.object({ files: z.array(Replacement).describe('What is replaced in which files') }),
  supportsDryRun: true,
  isIdempotent: false,
  async run(context) {
    const { input, workspace } = context
    for (const { file, find, replaceWith, matchRegex } of input.files) {
      workspace.resolve(file)
      const names = (await workspace.list()).map(each => each.path).filter(fitting(file))
      if (names.length === 0) throw inputError(`No file of the workspace fits '${file}'`, { code: 'scaffolder.file-not-found' })
      for (const name of names) {
        const text = await readText(context, name)
        const replaced = matchRegex ? await replacePattern(context, { text, find, replaceWith }) : text.replaceAll(find, () => replaceWith)
        await workspace.write(name, replaced)
      }
    }
  },
})

/** A pattern can take for ever, so it runs where it can be ended. */
async function replacePattern(
  { renderer, budget }: ActionContext,
  { text, find, replaceWith }: { text: string; find: string; replaceWith: string },
): Promise<string> {
  const source = `\${{ text | replace(r/${find.replaceAll('/', '\\/')}/g, with) }}`
  const [result] = await renderer.render({ text, with: replaceWith }, [{ source, keepType: true }], {}, budget)
  if (!result || 'error' in result)
    throw inputError(`The pattern '${find}' cannot be used: ${result?.error.message ?? ''}`, { code: 'scaffolder.bad-pattern' })
  return String(result.value ?? '')
}

const mergeInput = z.object({
  path: z.string().min(1).describe('A file of the workspace'),
  content: z.union([z.record(z.string(), z.unknown()), z.string()]).describe('What is merged into it: data, or a text of JSON or YAML'),
  mergeArrays: z.boolean().optional().describe('Lists are joined, and not replaced'),
  preserveYamlComments: z.boolean().optional().describe('Keeps the comments of a YAML file'),
  useDocumentIncludingField: z
    .object({ key: z.string().describe('The name of the field'), value: z.string().describe('The value of the field') })
    .optional()
    .describe('Of several documents in one YAML file, the one with this field'),
  options: z.record(z.string(), z.unknown()).optional().describe('Has no effect: YAML is written in one way'),
  matchFileIndent: z.boolean().optional().describe('Keeps the indentation of the file'),
})

async function mergeInto(context: ActionContext<z.output<typeof mergeInput>>, isJson: boolean): Promise<void> {
  const { input, workspace, output, renderer, budget } = context
  const { path, content, mergeArrays = false, preserveYamlComments = false, matchFileIndent = false } = input
  const asJson = isJson || path.endsWith('.json')
  const into = { name: path, text: await readText(context, path), format: asJson ? 'json' : 'multiyaml' } as const
  const added =
    typeof content === 'string' ? await parse(context, { name: 'content', text: content, format: asJson ? 'json' : 'yaml' }) : content
  const field = input.useDocumentIncludingField
  const merged = await renderer.data(
    'merge',
    { into, added, mergeArrays, keepsComments: preserveYamlComments, keepsIndent: matchFileIndent, field },
    { what: `The merge into ${path}`, budget },
  )
  await workspace.write(path, merged)
  output('path', input.path)
}

const mergeOutput = z.object({ path: z.string().describe('The same path') })

const merge = defineAction({
  id: `${prefix}:merge`,
  description: 'Merges data into a JSON or YAML file of the workspace',
  examples: step(`${prefix}:merge`, '      path: package.json\n      content:\n        private: true\n'),
  input: mergeInput,
  output: mergeOutput,
  ...pure,
  run: context => mergeInto(context, false),
})

const jsonMerge = defineAction({
  id: `${prefix}:json:merge`,
  description: 'Merges data into a JSON file of the workspace',
  examples: step(`${prefix}:json:merge`, '      path: package.json\n      content:\n        private: true\n'),
  input: mergeInput,
  output: mergeOutput,
  ...pure,
  run: context => mergeInto(context, true),
})

const zipAction = defineAction({
  id: `${prefix}:zip`,
  description: 'Packs a file or folder of the workspace into a zip file',
  examples: step(`${prefix}:zip`, '      path: src\n      outputPath: src.zip\n'),
  input: z.object({
    path: z.string().min(1).describe('A file or folder of the workspace'),
    outputPath: z.string().min(1).describe('The path of the zip file in the workspace'),
  }),
  output: z.object({ outputPath: z.string().describe('The same path') }),
  ...pure,
  async run({ input, workspace, output }) {
    const isFolder = await workspace.isFolder(input.path)
    const files = isFolder ? await workspace.list(input.path) : [{ path: input.path, link: undefined }]
    const entries = await Promise.all(
      files.filter(({ link }) => link === undefined).map(async ({ path }) => ({ name: path, bytes: await workspace.read(path) })),
    )
    await workspace.write(input.outputPath, zip(entries))
    output('outputPath', input.outputPath)
  },
})

const sleep = defineAction({
  id: `${prefix}:sleep`,
  description: 'Waits for some seconds, at most ten minutes',
  examples: step(`${prefix}:sleep`, '      amount: 3\n'),
  input: z.object({ amount: z.coerce.number().min(0).max(600).describe('Seconds') }),
  isIdempotent: true,
  run: async ({ input, signal }) => void (await pause(input.amount * 1000, undefined, { signal })),
})

/** The utility actions that templates in the world use, under their usual ids. */
export const utilityActions = [fsWrite, fsAppend, fsParse, fsReplace, merge, jsonMerge, zipAction, sleep] as Action[]
