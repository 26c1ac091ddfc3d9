import type { DocumentProblem } from '@portico/connectors/common'
import type { Command } from '@portico/core/server'
import { createExpressionPool } from '@portico/core/server/worker'
import { checkDocument, type CheckedDocument } from '../documents/check-document.ts'
import { findFiles, readFiles, shownPath } from '../documents/document-files.ts'
import { createExpressions, type Expressions } from '../expressions/expressions.ts'

/** `portico connectors check`: what is wrong with documents, with line, column and key. */
export const checkCommand: Command = {
  name: 'connectors check',
  summary: 'Checks connectors: keys, names and expressions, each with its place',
  args: [{ name: '<files...>', description: 'files, folders or globs' }],
  async run({ args, cwd, print, warn }) {
    const files = findFiles(args, cwd)
    if (files.length === 0) {
      warn(`No file was found: ${args.join(' ')}`)
      return 1
    }
    const pool = createExpressionPool({ log: { warn: () => {} } })
    const expressions = createExpressions(pool)
    try {
      const checked = await checkFiles(files, cwd, expressions)
      for (const { file, document, problems } of checked) {
        if (document)
          print(
            `${file}: ${document.metadata.name} is good: ${document.spec.requests.length} requests, ${document.spec.facts.length} facts`,
          )
        for (const problem of problems) warn(problemText(problem))
      }
      return checked.some(({ document }) => !document) ? 1 : 0
    } finally {
      pool.stop()
    }
  },
}

export async function checkFiles(
  files: readonly string[],
  cwd: string,
  expressions: Pick<Expressions, 'check'>,
): Promise<(CheckedDocument & { readonly file: string })[]> {
  const checked = []
  for (const each of readFiles(files)) {
    const file = shownPath(each.file, cwd)
    if ('text' in each) checked.push({ file, ...(await checkDocument(file, each.text, expressions)) })
    else checked.push({ file, document: undefined, problems: [{ file, message: each.problem }] })
  }
  return checked
}

export function problemText({ file, line, column, key, message }: DocumentProblem): string {
  const place = [file, line, column].filter(part => part !== undefined).join(':')
  return `${place}: ${key === undefined ? '' : `${key}: `}${message}`
}
