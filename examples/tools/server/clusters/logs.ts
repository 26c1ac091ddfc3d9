import { EventEmitter } from 'node:events'
import { pick, pickOf } from '../chance.ts'

const cities = ['Ghent', 'Utrecht', 'Freiburg', 'Aarhus']
const stepMs = 1_700
const keptLines = 400

/** The log of a container that writes on: its last lines up to now, and each new one to those who follow. */
export function createGrowingLog(pod: string, patterns: readonly string[], since: number) {
  const lineAt = (step: number): string => {
    const time = step * stepMs + pick(stepMs, pod, step)
    return `${new Date(time).toISOString()} ${fill(pickOf(patterns, pod, step, 'pattern'), pod, step)}\n`
  }
  const lastStep = () => Math.floor(Date.now() / stepMs) - 1
  const more = new EventEmitter<{ text: [string] }>().setMaxListeners(0)
  let told = 0
  let timer: NodeJS.Timeout | undefined

  function tell(): void {
    if (more.listenerCount('text') === 0) {
      clearInterval(timer)
      timer = undefined
      return
    }
    for (const last = lastStep(); told < last;) more.emit('text', lineAt((told += 1)))
  }

  return {
    get text(): string {
      const last = lastStep()
      // Who follows begins to listen right after this.
      if (!timer) {
        told = last
        timer = setInterval(tell, stepMs).unref()
      }
      const first = Math.max(Math.ceil(since / stepMs), last - keptLines + 1)
      return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => lineAt(first + at)).join('')
    },
    more,
  }
}

/** What a container wrote before it crashed. */
export function crashText(lines: readonly string[], { at, seconds, version }: { at: number; seconds: number; version: string }): string {
  const time = (index: number) => new Date(at + (index * seconds * 1000) / lines.length).toISOString()
  return lines.map((line, index) => `${time(index)} ${line.replace('{version}', version)}\n`).join('')
}

function fill(pattern: string, pod: string, step: number): string {
  const values: Readonly<Record<string, () => string>> = {
    id: () => `LP${100_000 + pick(900_000, pod, step, 'id')}`,
    n: () => String(1 + pick(98, pod, step, 'n')),
    ms: () => String(3 + pick(180, pod, step, 'ms')),
    city: () => pickOf(cities, pod, step, 'city'),
  }
  return pattern.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name]?.() ?? whole)
}
