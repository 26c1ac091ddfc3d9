import { inputError } from '@portico/core/common'
import { z } from 'zod'
import { limitExceeded } from '../../errors.ts'
import { renderSkeleton, type SkeletonOptions } from '../../rendering/render-skeleton.ts'
import { inTurns } from '../../workspace/workspace.ts'
import { defineAction, type ActionContext, type FetchedFile } from '../action.ts'
import { inTarget, placeFile } from './fetch-actions.ts'

const settingsFile = 'cookiecutter.json'
const settings = { cookiecutterCompat: true } as const
const maxSettingsBytes = 2 ** 20

/** Templates of Cookiecutter, rendered here: the program itself, and what templates would run with it, are not run. */
export const fetchCookiecutter = defineAction({
  id: 'fetch:cookiecutter',
  description: 'Renders a template of Cookiecutter into the workspace. Its hooks and extensions are not run',
  examples: [
    {
      description: 'Render a template',
      example:
        'steps:\n  - action: fetch:cookiecutter\n    input:\n      url: https://host/org/cookiecutter-service\n      values:\n        name: ${{ parameters.name }}\n',
    },
  ],
  input: z.object({
    url: z.string().min(1).describe('Relative to the template, or an address that config allows'),
    targetPath: z.string().optional().describe('The folder of the workspace that gets the files; its root by default'),
    values: z.record(z.string(), z.unknown()).default({}).describe('In place of the defaults in cookiecutter.json'),
    copyWithoutRender: z.array(z.string()).optional().describe('Patterns of files that are copied as they are'),
    extensions: z.array(z.string()).optional().describe('Has no effect'),
    imageName: z.string().optional().describe('Has no effect: no program is run'),
    token: z.string().optional().describe('Used in place of the credentials of the config'),
  }),
  supportsDryRun: true,
  isIdempotent: true,
  async run(context) {
    const { input, fetch, workspace, log, warn } = context
    const files: FetchedFile[] = []
    for await (const file of fetch.tree(input.url, { token: input.token })) files.push(file)
    const defaults = readDefaults(files)
    const { values, copied } = await answersOf(context, defaults)
    if ((input.extensions ?? []).length > 0 || defaults['_extensions'] !== undefined) warn('Extensions of Cookiecutter are not loaded')
    if (files.some(({ path }) => path.startsWith('hooks/'))) warn('Hooks of Cookiecutter are not run')
    const { root, inside } = projectOf(files, input.url)
    const patterns = [...copied, ...(input.copyWithoutRender ?? [])].flatMap(each => [each, withoutPrefix(each, root)])
    const rendered = await renderSkeleton(inside, optionsOf(context, values, patterns))
    await inTurns(rendered, file => placeFile(workspace, inTarget(input.targetPath, file.path), file))
    log(`${rendered.length} ${rendered.length === 1 ? 'file' : 'files'} written from ${input.url}`)
  },
})

type Input = z.output<typeof fetchCookiecutter.input>

function readDefaults(files: readonly FetchedFile[]): Record<string, unknown> {
  const found = files.find(({ path }) => path === settingsFile)
  if (!found)
    throw inputError(`There is no ${settingsFile}, so this is not a template of Cookiecutter`, { code: 'scaffolder.cookiecutter' })
  if (found.bytes.length > maxSettingsBytes) throw limitExceeded(`${settingsFile} is larger than ${maxSettingsBytes / 2 ** 20} MB`)
  try {
    return JSON.parse(Buffer.from(found.bytes).toString('utf8')) as Record<string, unknown>
  } catch (error) {
    throw inputError(`${settingsFile} is not valid JSON: ${(error as Error).message}`, { code: 'scaffolder.cookiecutter' })
  }
}

/** Answers in the order of the file: a default may use those before it, and of several choices the first is the default. */
async function answersOf(
  { input, renderer, budget }: Pick<ActionContext<Input>, 'input' | 'renderer' | 'budget'>,
  defaults: Readonly<Record<string, unknown>>,
): Promise<{ readonly values: Record<string, unknown>; readonly copied: readonly string[] }> {
  const values: Record<string, unknown> = {}
  for (const [name, given] of Object.entries(defaults)) {
    if (name.startsWith('_')) continue
    const value: unknown = input.values[name] ?? (Array.isArray(given) ? given[0] : given)
    values[name] = value
    if (typeof value !== 'string' || !/\{[{%]/.test(value)) continue
    const [result] = await renderer.render({ cookiecutter: values }, [{ source: value, keepType: false }], settings, budget)
    if (!result || 'error' in result)
      throw inputError(`${name} in ${settingsFile} cannot be rendered: ${result?.error.message ?? ''}`, { code: 'scaffolder.cookiecutter' })
    values[name] = result.value
  }
  const patterns: unknown = defaults['_copy_without_render']
  return { values: { ...input.values, ...values }, copied: Array.isArray(patterns) ? patterns.map(String) : [] }
}

/** The folder whose name is an expression: what is in it is the project. */
function projectOf(files: readonly FetchedFile[], url: string): { readonly root: string; readonly inside: FetchedFile[] } {
  const roots = files.flatMap(({ path }) => (path.includes('/') ? [path.slice(0, path.indexOf('/'))] : []))
  const root = roots.find(each => each.includes('{{') && each.includes('cookiecutter'))
  if (root === undefined) throw inputError(`${url} has no folder such as {{cookiecutter.name}}`, { code: 'scaffolder.cookiecutter' })
  return {
    root,
    inside: files.flatMap(file => (file.path.startsWith(`${root}/`) ? [{ ...file, path: file.path.slice(root.length + 1) }] : [])),
  }
}

function withoutPrefix(pattern: string, root: string): string {
  return pattern.startsWith(`${root}/`) ? pattern.slice(root.length + 1) : pattern
}

function optionsOf(
  { renderer, budget, hosts }: ActionContext<Input>,
  values: Readonly<Record<string, unknown>>,
  copyWithoutTemplating: readonly string[],
): SkeletonOptions {
  return { renderer, budget, hosts, values, isCookiecutter: true, copyWithoutTemplating }
}
