import type { Command } from '@portico/core/server'
import type { TemplateFinding } from '@portico/scaffolder/common'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { checkTemplate } from '../authoring/check-template.ts'
import { createRenderers } from '../rendering/renderer.ts'
import { createOfflineActions } from './offline-actions.ts'
import { documentsOf, filesBelow, findTemplates } from './template-files.ts'

/** `portico template lint`: what is wrong with templates, without a server. */
export const lintCommand: Command = {
  name: 'template lint',
  summary: 'Find unknown actions, wrong inputs, unused parameters and expressions that never resolve',
  args: [{ name: '<files...>', description: 'template files, or folders that hold template.yaml files' }],
  options: [
    { flags: '--json', description: 'print as JSON' },
    { flags: '--strict', description: 'count warnings as errors' },
  ],
  async run({ args, options, print, cwd }) {
    const renderers = createRenderers()
    try {
      const actions = createOfflineActions()
      const renderer = renderers.for('command line')
      const findings: ShownFinding[] = []
      for (const file of findTemplates(args, cwd)) {
        const beside = filesBelow(path.dirname(file))
        const documents = documentsOf(readFileSync(file, 'utf8'))
        const checked = await Promise.all(
          documents.map(async ({ text, linesBefore }) => ({ linesBefore, ...(await checkTemplate(text, beside, { actions, renderer })) })),
        )
        const templates = checked.filter(({ template }) => !template || String(template['kind']).toLowerCase() === 'template')
        const nowhere = { severity: 'error' as const, path: '', message: 'holds no Template', line: 1 }
        const found = templates.flatMap(({ findings: own, linesBefore }) => own.map(each => toShown(each, { cwd, file, linesBefore })))
        findings.push(...(templates.length > 0 ? found : [toShown(nowhere, { cwd, file, linesBefore: 0 })]))
      }
      const errors = findings.filter(({ severity }) => severity === 'error').length
      const warnings = findings.length - errors
      if (options['json']) print(JSON.stringify({ findings, errors, warnings }, undefined, 2))
      else {
        for (const { file, line, severity, path: place, message } of findings)
          print(`${file}:${line}: ${severity}: ${message}${place === '' ? '' : ` (${place})`}`)
        print(`${errors} errors, ${warnings} warnings`)
      }
      return errors > 0 || (warnings > 0 && options['strict'] === true) ? 1 : 0
    } finally {
      renderers.stop()
    }
  },
}

type ShownFinding = Omit<TemplateFinding, 'file'> & { readonly file: string }

interface Place {
  readonly cwd: string
  /** The file of the template. */
  readonly file: string
  /** Before the document that is meant. */
  readonly linesBefore: number
}

/** A finding with the file and the line that it is at: in the template, or in a file beside it. */
function toShown({ file: beside, line, ...finding }: TemplateFinding, { cwd, file, linesBefore }: Place): ShownFinding {
  if (beside === undefined) return { ...finding, file: path.relative(cwd, file), line: line + linesBefore }
  return { ...finding, file: path.relative(cwd, path.join(path.dirname(file), beside)), line }
}
