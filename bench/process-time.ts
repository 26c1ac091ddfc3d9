import { readFileSync, readdirSync } from 'node:fs'

// What `getconf CLK_TCK` says on every Linux that Node runs on.
const ticksPerSecond = 100

/** Seconds of processor time that a process and all its descendants have used, those that have ended included. */
export function processSeconds(pid: number): number {
  const processes = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => readStat(Number(name)) ?? [])
  const family = new Set([pid])
  // Children are listed in any order, so this goes on until none is added.
  for (let size = 0; size !== family.size;) {
    size = family.size
    for (const each of processes) if (family.has(each.parent)) family.add(each.pid)
  }
  return processes.filter(each => family.has(each.pid)).reduce((sum, each) => sum + each.seconds, 0)
}

function readStat(pid: number): { readonly pid: number; readonly parent: number; readonly seconds: number } | undefined {
  try {
    // The name in brackets may hold blanks and brackets itself.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0)
    return { pid, parent: Number(fields[1]), seconds: ticks / ticksPerSecond }
  } catch {
    return undefined
  }
}
