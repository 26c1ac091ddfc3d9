import { principalName, type Principal } from '@portico/core/server'
import type { Readers } from '@portico/integrations/server'
import type { CheckedTemplate, ExpressionResult, TemplateFiles } from '@portico/scaffolder/common'
import type { FetchedFile } from '../actions/action.ts'
import type { ActionRegistry } from '../actions/registry.ts'
import type { Renderers } from '../rendering/renderer.ts'
import { suggestFor } from '../rendering/suggestions.ts'
import type { TemplateSource } from '../templates/template-source.ts'
import { checkTemplate } from './check-template.ts'
import { readTemplateFiles, type FilesRequest } from './template-files.ts'

export interface AuthoringDependencies {
  readonly actions: ActionRegistry
  readonly renderers: Renderers
  readonly templates: Pick<TemplateSource, 'load'>
  readonly hosts: () => Readonly<Record<string, string>>
  readonly reading: () => Promise<Readers>
}

const expressionMs = 3000

/** What those who write templates ask: what an expression gives, what is wrong with a template, what its files are. */
export function createAuthoring({ actions, renderers, templates, hosts, reading }: AuthoringDependencies) {
  return {
    async renderExpression(
      caller: Principal,
      { source, values }: { readonly source: string; readonly values: Readonly<Record<string, unknown>> },
      signal: AbortSignal,
    ): Promise<ExpressionResult> {
      const settings = { hosts: hosts(), hasFailed: false }
      const renderer = renderers.for(principalName(caller))
      const [result] = await renderer.render(values, [{ source, keepType: true }], settings, { signal, leftMs: expressionMs })
      if (!result || !('error' in result)) return result?.value === undefined ? {} : { value: result.value }
      const { message, line, column } = result.error
      const hint = suggestFor(source)
      return {
        error: {
          message,
          ...(line !== undefined && { line }),
          ...(column !== undefined && { column }),
          ...(hint !== undefined && { hint }),
        },
      }
    },
    checkTemplate: (caller: Principal, text: string, files: ReadonlyMap<string, FetchedFile>): Promise<CheckedTemplate> =>
      checkTemplate(text, files, { actions, renderer: renderers.for(principalName(caller)) }),
    readFiles: (caller: Principal, request: FilesRequest, signal: AbortSignal): Promise<TemplateFiles> =>
      readTemplateFiles(request, { caller, templates, reading, signal }),
  }
}

export type Authoring = ReturnType<typeof createAuthoring>
