import type { Command } from '@portico/core/server'
import path from 'node:path'
import { createRenderers } from '../rendering/renderer.ts'
import { lintTemplate } from './lint-template.ts'
import { createOfflineActions } from './offline-actions.ts'
import { filesBelow, findTemplates, readTemplateFile } from './template-files.ts'

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
      const findings: { file: string; severity: 'error' | 'warning'; path: string; message: string }[] = []
      for (const file of findTemplates(args, cwd))
        for (const { template, problems } of readTemplateFile(file)) {
          const shown = path.relative(cwd, file)
          findings.push(...problems.map(message => ({ file: shown, severity: 'error' as const, path: '', message })))
          if (template)
            findings.push(
              ...(await lintTemplate(template, filesBelow(path.dirname(file)), { actions, renderer })).map(each => ({
                file: shown,
                ...each,
              })),
            )
        }
      const errors = findings.filter(({ severity }) => severity === 'error').length
      const warnings = findings.length - errors
      if (options['json']) print(JSON.stringify({ findings, errors, warnings }, undefined, 2))
      else {
        for (const { file, severity, path: place, message } of findings)
          print(`${severity}: ${file}${place === '' ? '' : ` ${place}`}: ${message}`)
        print(`${errors} errors, ${warnings} warnings`)
      }
      return errors > 0 || (warnings > 0 && options['strict'] === true) ? 1 : 0
    } finally {
      renderers.stop()
    }
  },
}
