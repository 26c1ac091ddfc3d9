import { inputError } from '@portico/core/common'
import { z } from 'zod'
import type { ScaffolderSection } from '../../config.ts'
import { runProgram } from '../../programs/run-program.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { fitting } from '../../workspace/globs.ts'
import { defineAction, type Action } from '../action.ts'
import { inTarget, placeFile } from './fetch-actions.ts'

const workFolder = '.portico-rails'
const projectName = /^[A-Za-z][A-Za-z0-9_-]{0,99}$/
const flags = {
  minimal: '--minimal',
  api: '--api',
  force: '--force',
  skipBundle: '--skip-bundle',
  skipTest: '--skip-test',
  skipActionCable: '--skip-action-cable',
  skipActionMailbox: '--skip-action-mailbox',
  skipActionMailer: '--skip-action-mailer',
  skipActionText: '--skip-action-text',
  skipActiveStorage: '--skip-active-storage',
  skipWebpackInstall: '--skip-webpack-install',
} as const
const versions = { dev: '--dev', edge: '--edge', master: '--main', main: '--main', fromImage: undefined } as const

const railsArguments = z.object({
  ...(Object.fromEntries(
    Object.entries(flags).map(([name, flag]) => [name, z.boolean().optional().describe(`The option ${flag}`)]),
  ) as Record<keyof typeof flags, z.ZodOptional<z.ZodBoolean>>),
  template: z.string().optional().describe('A file of the folder at url, such as ./template.rb'),
  database: z
    .string()
    .regex(/^[a-z0-9_]+$/)
    .optional()
    .describe('The database, such as postgresql'),
  webpacker: z
    .string()
    .regex(/^[a-z0-9_]+$/)
    .optional()
    .describe('The framework for webpacker, such as react'),
  railsVersion: z.enum(['dev', 'edge', 'master', 'main', 'fromImage']).optional().describe('The version of Rails'),
})

/** Programs that make projects. Each runs only where the operator has installed it and named it in the config. */
export function createProgramActions(settings: () => Pick<ScaffolderSection, 'rails' | 'yeoman'>): Action[] {
  const rails = defineAction({
    id: 'fetch:rails',
    description: 'Makes a project with rails new, where scaffolder.rails of the config names the program',
    examples: [
      {
        description: 'A new application with a template of its own',
        example:
          'steps:\n  - action: fetch:rails\n    input:\n      url: ./rails\n      targetPath: app\n      values:\n        name: ${{ parameters.name }}\n        railsArguments:\n          template: ./template.rb\n          database: postgresql\n          skipBundle: true\n',
      },
    ],
    input: z.object({
      url: z.string().min(1).describe('The folder with the template; relative to this one, or an address that config allows'),
      targetPath: z.string().optional().describe('The folder of the workspace that gets the files; its root by default'),
      values: z
        .object({
          name: z.string().regex(projectName).describe('The name of the project'),
          railsArguments: railsArguments.optional().describe('Options of rails new'),
        })
        .describe('What is made'),
      copyWithoutRender: z.array(z.string()).optional().describe('Has no effect: files are given to rails as they are'),
      imageName: z.string().optional().describe('Has no effect: the program is the one of the config'),
      token: z.string().optional().describe('Used in place of the credentials of the config'),
    }),
    isIdempotent: true,
    async run({ input, workspace, fetch, signal, log }) {
      const program = settings().rails
      if (!program) throw notConfigured('fetch:rails', 'scaffolder.rails')
      const { name, railsArguments: chosen = {} } = input.values
      await workspace.remove(workFolder)
      try {
        for await (const file of fetch.tree(input.url, { token: input.token }))
          await placeFile(workspace, `${workFolder}/template/${file.path}`, file)
        await workspace.write(`${workFolder}/made/.keep`, '')
        const folder = workspace.resolve(`${workFolder}/made`)
        const given = ['new', name, ...toArguments(chosen, workspace)]
        await runProgram({ key: 'scaffolder.rails', settings: program, arguments: given, folder, signal, log })
        const count = await moveFiles(workspace, `${workFolder}/made/${name}`, input.targetPath)
        log(`${count} files made by rails`)
      } finally {
        await workspace.remove(workFolder)
      }
    },
  })

  const yeoman = defineAction({
    id: 'run:yeoman',
    description: 'Runs a generator of Yeoman in the workspace, where scaffolder.yeoman of the config names the program and the generator',
    examples: [
      {
        description: 'A generator with an argument and an option',
        example:
          'steps:\n  - action: run:yeoman\n    input:\n      namespace: acme:service\n      args: ["${{ parameters.name }}"]\n      options: { language: typescript }\n',
      },
    ],
    input: z.object({
      namespace: z
        .string()
        .regex(/^[@A-Za-z][\w@/:.-]*$/)
        .describe('The generator, such as acme or acme:service'),
      args: z.array(z.string()).optional().describe('Arguments of the generator'),
      options: z
        .record(z.string().regex(/^[A-Za-z][\w-]*$/), z.union([z.string(), z.number(), z.boolean()]))
        .optional()
        .describe('Options of the generator, by name'),
    }),
    // What a generator does to its own files is not known.
    isIdempotent: false,
    async run({ input, workspace, signal, log }) {
      const program = settings().yeoman
      if (!program) throw notConfigured('run:yeoman', 'scaffolder.yeoman')
      const { namespace, args = [], options = {} } = input
      if (!program.generators.some(pattern => fitting(pattern)(namespace)))
        throw inputError(`scaffolder.yeoman.generators does not name '${namespace}'`, { code: 'scaffolder.generator-not-allowed' })
      const switches = Object.keys(options)
        .sort()
        .map(name => toOption(name, options[name] ?? true))
      // Behind the two dashes nothing is an option, whatever a parameter holds.
      const given = [namespace, ...switches, ...(args.length > 0 ? ['--', ...args] : [])]
      await runProgram({ key: 'scaffolder.yeoman', settings: program, arguments: given, folder: workspace.folder, signal, log })
      await workspace.check()
    },
  })
  return [rails, yeoman] as Action[]
}

function toArguments(chosen: z.output<typeof railsArguments>, workspace: Workspace): string[] {
  const { template, database, webpacker, railsVersion } = chosen
  const version = railsVersion && versions[railsVersion]
  return [
    ...Object.entries(flags).flatMap(([name, flag]) => (chosen[name as keyof typeof flags] ? [flag] : [])),
    ...(version === undefined ? [] : [version]),
    ...(database === undefined ? [] : [`--database=${database}`]),
    ...(webpacker === undefined ? [] : [`--webpack=${webpacker}`]),
    ...(template === undefined ? [] : [`--template=${workspace.resolve(`${workFolder}/template/${template}`)}`]),
  ]
}

function toOption(name: string, value: string | number | boolean): string {
  if (value === false) return `--no-${name}`
  return value === true ? `--${name}` : `--${name}=${value}`
}

/** Copies what a program made to where it belongs, within the limits of a step. */
async function moveFiles(workspace: Workspace, from: string, targetPath: string | undefined): Promise<number> {
  if (!(await workspace.isFolder(from)))
    throw inputError('rails made no folder with the name of the project', { code: 'scaffolder.program-failed' })
  const files = await workspace.list(from)
  for (const { path, isExecutable, link } of files) {
    const bytes = link === undefined ? await workspace.read(path) : new Uint8Array()
    await placeFile(workspace, inTarget(targetPath, path.slice(from.length + 1)), { path, bytes, isExecutable, link })
  }
  return files.length
}

function notConfigured(action: string, key: string) {
  return inputError(`${action} is off: it runs a program on the server, which ${key} of the config has to name`, {
    code: 'scaffolder.program-off',
  })
}
