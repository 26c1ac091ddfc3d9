import { parseYaml, YamlError, type YamlDocument } from '@portico/core/server'
import { readTemplate, type CheckedTemplate, type TemplateFinding } from '@portico/scaffolder/common'
import type { FetchedFile } from '../actions/action.ts'
import { lintTemplate, type LintDependencies } from '../commands/lint-template.ts'

type Path = readonly (string | number)[]

/** The line of each is looked for in the whole text. */
const maxFindings = 200

/** Reads the text of a template: what it is, and what is wrong with it, each at its line. */
export async function checkTemplate(
  text: string,
  files: ReadonlyMap<string, FetchedFile>,
  dependencies: LintDependencies,
): Promise<CheckedTemplate> {
  const document = read(text)
  if ('findings' in document) return document
  const { data, lineOf } = document
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    return { findings: [{ severity: 'error', path: '', message: 'The file holds no Template', line: 1 }] }
  const template = data as Record<string, unknown>
  const result = readTemplate(data)
  if ('problems' in result) {
    const findings = result.problems.slice(0, maxFindings).map(({ path, message }): TemplateFinding => ({
      severity: 'error',
      path: path.join('.'),
      message,
      line: lineOf(path) ?? 1,
    }))
    return { template, findings }
  }
  const found = await lintTemplate(result.template, files, dependencies)
  return {
    template,
    findings: found.slice(0, maxFindings).map(({ severity, path, message }) => ({ severity, message, ...placeOf(path, lineOf) })),
  }
}

function read(text: string): YamlDocument | CheckedTemplate {
  try {
    return parseYaml(text, 'template')
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const line = error instanceof YamlError ? error.line : 1
    return { findings: [{ severity: 'error', path: '', message: error.message.replace(/^template(:\d+:\d+)?: /, ''), line }] }
  }
}

/** `spec.steps[0].input` in the template, or `skeleton/a.yaml:12` beside it. */
function placeOf(path: string, lineOf: YamlDocument['lineOf']): Pick<TemplateFinding, 'path' | 'line' | 'file'> {
  const [, file, line] = /^(.+):(\d+)$/.exec(path) ?? []
  if (file !== undefined && !path.startsWith('spec')) return { path, file, line: Number(line) }
  return { path, line: lineOf(toPath(path)) ?? 1 }
}

function toPath(path: string): Path {
  return [...path.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map(([, name, index]) => (index === undefined ? (name ?? '') : Number(index)))
}
