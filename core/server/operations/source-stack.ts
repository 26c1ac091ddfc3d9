import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** For each line of a built file: which source it was made from, and which line of that. */
interface SourceLines {
  readonly sources: readonly URL[]
  readonly source: Int32Array
  readonly line: Int32Array
}

const builtFrame = /(file:\/\/(?:(?!\/node_modules\/)\S)+?\.mjs):(\d+):\d+/g
const known = new Map<string, SourceLines | undefined>()

/**
 * A stack that names the sources instead of the files that were built from them. The maps are read when they are first needed: Node's own
 * support for them makes every start 10 % longer and takes 20 MB.
 */
export function toSourceStack(stack: string): string {
  return stack.replaceAll(builtFrame, (frame, file: string, line: string) => sourceOf(file, Number(line) - 1) ?? frame)
}

function sourceOf(file: string, line: number): string | undefined {
  if (!known.has(file)) known.set(file, readLines(file))
  const lines = known.get(file)
  const source = lines?.sources[lines.source[line] ?? -1]
  return source && `${source.href}:${lines!.line[line]! + 1}`
}

function readLines(file: string): SourceLines | undefined {
  try {
    const { sources, mappings } = JSON.parse(readFileSync(fileURLToPath(`${file}.map`), 'utf8')) as { sources: string[]; mappings: string }
    return { sources: sources.map(each => new URL(each, file)), ...toLines(mappings) }
  } catch {
    // A file without a map is named as it is.
    return undefined
  }
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const valueOf = new Map([...digits].map((digit, value) => [digit, value]))

/** The first segment of every line. A segment is the differences of column, source, line and column of the source to the segment before it. */
function toLines(mappings: string) {
  const built = mappings.split(';')
  const source = new Int32Array(built.length).fill(-1)
  const line = new Int32Array(built.length)
  let [lastSource, lastLine] = [0, 0]
  for (const [index, segments] of built.entries()) {
    for (const segment of segments.split(',')) {
      const [, sourceStep, lineStep] = toNumbers(segment)
      if (sourceStep === undefined || lineStep === undefined) continue
      lastSource += sourceStep
      lastLine += lineStep
      if (source[index] !== -1) continue
      source[index] = lastSource
      line[index] = lastLine
    }
  }
  return { source, line }
}

/** Variable-length quantities: five bits a digit, the sixth says that more follow; the lowest bit of the number is its sign. */
function toNumbers(segment: string): number[] {
  const numbers: number[] = []
  let [value, shift] = [0, 0]
  for (const digit of segment) {
    const bits = valueOf.get(digit) ?? 0
    value |= (bits & 31) << shift
    shift += 5
    if (bits & 32) continue
    numbers.push(value & 1 ? -(value >> 1) : value >> 1)
    ;[value, shift] = [0, 0]
  }
  return numbers
}
