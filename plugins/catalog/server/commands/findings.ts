import { styleText } from 'node:util'
import type { BrokenRelation, CatalogFindings, MissingOwner } from './check-catalog.ts'

/** One line of a report. */
export interface Finding {
  readonly severity: 'error' | 'warning'
  readonly file: string
  readonly line?: number | undefined
  readonly message: string
}

/** What a change says besides about a missing end. */
type Caused<T> = T & { readonly wasThere?: boolean }

interface Reportable extends CatalogFindings {
  readonly brokenRelations: readonly Caused<BrokenRelation>[]
  readonly missingOwners: readonly Caused<MissingOwner>[]
}

/**
 * Everything that was found, by file and line. What is not among the files may be somewhere else, so a missing end is a warning, unless
 * it was there before.
 */
export function toFindings({ problems, brokenRelations, missingOwners, conflicts }: Reportable): Finding[] {
  const severityOf = (wasThere: boolean | undefined) => (wasThere ? 'error' : 'warning')
  const absence = (wasThere: boolean | undefined) => (wasThere ? 'is no longer there' : 'is not among these files')
  const findings: Finding[] = [
    ...problems.map(({ severity, file, line, ref, message }) => ({
      severity,
      file,
      line,
      message: ref === undefined ? message : `${ref}: ${message}`,
    })),
    ...brokenRelations.map(({ source, type, target, file, line, wasThere }) => {
      return { severity: severityOf(wasThere), file, line, message: `${source}: ${type} ${target}, which ${absence(wasThere)}` } as const
    }),
    ...missingOwners.map(({ ref, owner, file, line, wasThere }) => {
      const message = owner === undefined ? `${ref}: has no owner` : `${ref}: its owner ${owner} ${absence(wasThere)}`
      return { severity: severityOf(wasThere), file, line, message } as const
    }),
    ...conflicts.flatMap(({ ref, places: [first, ...others] }) => {
      const message = `${ref}: is already written at ${first?.file}:${first?.line}`
      return others.map(position => ({ severity: 'error' as const, ...position, message }))
    }),
  ]
  return findings.sort((left, right) => compareTexts(left.file, right.file) || (left.line ?? 0) - (right.line ?? 0))
}

/** How many of them there are. */
export function countFindings(findings: readonly Finding[]): { readonly errors: number; readonly warnings: number } {
  const errors = findings.filter(({ severity }) => severity === 'error').length
  return { errors, warnings: findings.length - errors }
}

/** Puts colour on text, or does not. */
export type Paint = (colour: 'bold' | 'dim' | 'green' | 'red' | 'yellow', text: string) => string

export function createPaint(isColoured: boolean): Paint {
  return (colour, text) => (isColoured ? styleText(colour, text, { validateStream: false }) : text)
}

/** `file:line: error: message`, which editors and CI make links of, with a blank line between files. */
export function findingLines(findings: readonly Finding[], paint: Paint): string[] {
  return findings.flatMap(({ severity, file, line, message }, at) => {
    const position = paint('bold', line === undefined ? file : `${file}:${line}`)
    const text = `${position}: ${paint(severity === 'error' ? 'red' : 'yellow', severity)}: ${visible(message)}`
    return at > 0 && findings[at - 1]?.file !== file ? ['', text] : [text]
  })
}

/** `1 error`, `2 errors` */
export function countOf(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`
}

/** Without what a file could use to write over the screen. */
export function visible(text: string): string {
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')
}

function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
