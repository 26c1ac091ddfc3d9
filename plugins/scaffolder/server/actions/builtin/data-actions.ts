import { z } from 'zod'
import { defineAction, type Action } from '../action.ts'
import { readText } from './fs-actions.ts'

const prefix = 'roadiehq:utils'
const pure = { supportsDryRun: true, isIdempotent: true } as const

function step(id: string, input: string): { description: string; example: string }[] {
  return [{ description: 'In a template', example: `steps:\n  - action: ${id}\n    input:\n${input}` }]
}

const jsonata = defineAction({
  id: `${prefix}:jsonata`,
  description: 'Evaluates a JSONata expression',
  examples: step(`${prefix}:jsonata`, '      data: { items: [1, 2] }\n      expression: $sum(items)\n'),
  input: z.object({
    data: z.unknown().describe('What the expression works on'),
    expression: z.string().min(1).describe('A JSONata expression'),
  }),
  output: z.object({ result: z.unknown().describe('What the expression gave') }),
  ...pure,
  run: async ({ input: { data, expression }, renderer, budget, output }) =>
    output('result', await renderer.data('evaluate', { data, expression }, { what: 'The JSONata expression', budget })),
})

const transformInput = z.object({
  path: z.string().min(1).describe('A file of the workspace'),
  expression: z.string().min(1).describe('A JSONata expression'),
  as: z.enum(['string', 'object']).default('string').describe('Whether the result is a text or data'),
  replacer: z.array(z.string()).optional().describe('The only keys that a JSON text has'),
  space: z.string().optional().describe('The indentation of a JSON text'),
  options: z.record(z.string(), z.unknown()).optional().describe('Has no effect: YAML is written in one way'),
  loadAll: z.boolean().optional().describe('Reads all documents of a YAML file, as a list'),
})

const jsonTransform = defineAction({
  id: `${prefix}:jsonata:json:transform`,
  description: 'Evaluates a JSONata expression over a JSON file of the workspace',
  examples: step(`${prefix}:jsonata:json:transform`, '      path: data.json\n      expression: $.items\n'),
  input: transformInput,
  output: z.object({ result: z.unknown().describe('What the expression gave') }),
  ...pure,
  async run(context) {
    const { path, expression, as, replacer, space } = context.input
    const given = { name: path, text: await readText(context, path), format: 'json' } as const
    const { renderer, budget } = context
    const result = await renderer.data('transform', { given, expression }, { what: `The transformation of ${path}`, budget })
    context.output('result', as === 'object' ? result : JSON.stringify(result, replacer, space))
  },
})

const yamlTransform = defineAction({
  id: `${prefix}:jsonata:yaml:transform`,
  description: 'Evaluates a JSONata expression over a YAML file of the workspace',
  examples: step(`${prefix}:jsonata:yaml:transform`, '      path: data.yaml\n      expression: $.items\n'),
  input: transformInput,
  output: z.object({ result: z.unknown().describe('What the expression gave') }),
  ...pure,
  async run(context) {
    const { path, expression, as, loadAll: isMany } = context.input
    const given = { name: path, text: await readText(context, path), format: isMany ? 'multiyaml' : 'yaml' } as const
    const { renderer, budget } = context
    const limits = { what: `The transformation of ${path}`, budget }
    const result = await renderer.data('transform', { given, expression }, limits)
    context.output('result', as === 'object' ? result : await renderer.data('dump', { data: result }, limits))
  },
})

const serializeJson = defineAction({
  id: `${prefix}:serialize:json`,
  description: 'Writes data as JSON text',
  examples: step(`${prefix}:serialize:json`, '      data: { a: 1 }\n'),
  input: z.object({
    data: z.unknown().describe('What is written'),
    replacer: z.array(z.string()).optional().describe('The only keys that the text has'),
    space: z.union([z.string(), z.number()]).optional().describe('The indentation: a number of blanks, or a text'),
  }),
  output: z.object({ serialized: z.string().describe('The data as JSON') }),
  ...pure,
  run: async ({ input, output }) => output('serialized', JSON.stringify(input.data, input.replacer, input.space) ?? 'null'),
})

const serializeYaml = defineAction({
  id: `${prefix}:serialize:yaml`,
  description: 'Writes data as YAML text',
  examples: step(`${prefix}:serialize:yaml`, '      data: { a: 1 }\n'),
  input: z.object({
    data: z.unknown().describe('What is written'),
    replacer: z.array(z.string()).optional().describe('Has no effect: all keys are written'),
    options: z.record(z.string(), z.unknown()).optional().describe('Has no effect: YAML is written in one way'),
  }),
  output: z.object({ serialized: z.string().describe('The data as YAML') }),
  ...pure,
  run: async ({ input: { data }, renderer, budget, output }) =>
    output('serialized', await renderer.data('dump', { data }, { what: 'The data', budget })),
})

/** Actions that compute data, under their usual ids. */
export const dataActions = [jsonata, jsonTransform, yamlTransform, serializeJson, serializeYaml] as Action[]
