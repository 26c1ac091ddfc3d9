import { arch, availableParallelism, cpus, platform, totalmem } from 'node:os'
import type { Row } from './figure.ts'

/** What the numbers of one figure are, or why there are none. */
export interface Measured {
  readonly figure: string
  readonly rows: readonly Row[]
  readonly failure?: string
}

export interface Machine {
  readonly platform: string
  readonly processor: string
  readonly cores: number
  readonly memoryGB: number
  readonly node: string
}

/** All figures of a machine, as they are kept in `figures.json`. */
export interface Report {
  readonly measuredAt: string
  readonly machine: Machine
  readonly figures: readonly Measured[]
}

/** The machine this runs on, without anything that would tell one from another of its kind. */
export function describeMachine(): Machine {
  return {
    platform: `${platform()}-${arch()}`,
    processor: cpus()[0]?.model.trim() || 'unknown',
    cores: availableParallelism(),
    memoryGB: Math.round(totalmem() / 1e9),
    node: process.versions.node,
  }
}

/** Replaces old figures by new ones; figures of another machine are dropped, since they do not compare. */
export function mergeReports(before: Report | undefined, now: Report): Report {
  const isSameMachine = JSON.stringify(before?.machine) === JSON.stringify(now.machine)
  const kept = isSameMachine && before ? before.figures.filter(({ figure }) => !now.figures.some(other => other.figure === figure)) : []
  const succeeded = now.figures.filter(({ failure }) => failure === undefined)
  return { ...now, figures: [...kept, ...succeeded].toSorted((a, b) => a.figure.localeCompare(b.figure)) }
}

/** The rows as a Markdown table whose columns line up, so that it reads as well on a terminal. */
export function toTable(figures: readonly Measured[]): string {
  const lines = figures.flatMap(({ figure, rows, failure }) => [
    ...rows.map(row => [figure, row.name, `${formatNumber(row.value)} ${row.unit}`, limitText(row)]),
    ...(failure === undefined ? [] : [[figure, `not measured: ${failure.split('\n')[0]}`, '', '']]),
  ])
  const cells = [['Figure', 'What', 'Measured', 'Limit'], ...lines]
  const widths = [0, 1, 2, 3].map(column => Math.max(...cells.map(line => line[column]!.length)))
  const format = (line: readonly string[]) =>
    `| ${line.map((text, column) => (column === 2 ? text.padStart(widths[column]!) : text.padEnd(widths[column]!))).join(' | ')} |`
  const rule = `| ${widths.map((width, column) => (column === 2 ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width))).join(' | ')} |`
  return [format(cells[0]!), rule, ...cells.slice(1).map(format)].join('\n')
}

function limitText({ value, limit, atLeast, unit }: Row): string {
  if (atLeast !== undefined) return `${value >= atLeast ? 'at least' : 'BELOW'} ${formatNumber(atLeast)} ${unit}`
  if (limit === undefined) return ''
  return `${value <= limit ? 'under' : 'OVER'} ${formatNumber(limit)} ${unit}`
}

/** Whole numbers from a hundred on, one digit after the point below; thousands apart. */
export function formatNumber(value: number): string {
  return value >= 100 || Number.isInteger(value)
    ? Math.round(value)
        .toString()
        .replaceAll(/\B(?=(\d{3})+$)/g, ' ')
    : value.toFixed(1)
}

const begin = '<!-- figures: written by node bench/run.ts --save -->'
const finish = '<!-- end of figures -->'

/** The README with the table between its two marks replaced. */
export function withFigures(readme: string, report: Report): string {
  const start = readme.indexOf(begin)
  const end = readme.indexOf(finish)
  if (start < 0 || end < start) throw new Error(`the README has no marks for figures: ${begin} and ${finish}`)
  const { machine } = report
  const about = `Measured on ${report.measuredAt.slice(0, 10)}: ${machine.platform}, ${machine.processor}, ${machine.cores} cores, ${machine.memoryGB} GB, Node ${machine.node}.`
  return `${readme.slice(0, start)}${begin}\n${about}\n\n${toTable(report.figures)}\n${readme.slice(end)}`
}
