import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSegmentFile, writeSegmentFile } from './segment-file.ts'

let folder = ''
let file = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-segments-'))
  file = path.join(folder, 'inner', 'saved')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const segments = [Int32Array.of(1, -2, 3), new Uint8Array(5_000_000).fill(7), new Float64Array(0), Float64Array.of(0.5), new Uint8Array(3)]
const write = (isWanted = () => true) => writeSegmentFile(file, { name: 'it' }, segments, isWanted)

async function readAll() {
  const opened = await openSegmentFile<{ name: string }>(file)
  try {
    return { facts: opened!.facts, segments: await opened!.segments() }
  } finally {
    await opened?.close()
  }
}

test('segments of any size are read as they were written', async () => {
  expect(await openSegmentFile(file)).toBeUndefined()
  expect(await write()).toBe(true)
  const read = await readAll()
  expect(read.facts).toEqual({ name: 'it' })
  expect(read.segments.map(({ byteLength }) => byteLength)).toEqual(segments.map(({ byteLength }) => byteLength))
  expect([...new Int32Array(read.segments[0]!)]).toEqual([1, -2, 3])
  expect(Buffer.from(read.segments[1]!).equals(Buffer.from(segments[1]!.buffer))).toBe(true)
  expect([...new Float64Array(read.segments[3]!)]).toEqual([0.5])
})

test('a file that is cut off, changed in any part, or something else is refused', async () => {
  await write()
  const whole = readFileSync(file)
  for (const length of [0, 5, 20, 60, 3_000_000, whole.length - 1]) {
    truncateSync(file, length)
    await expect(readAll(), String(length)).rejects.toThrow(/^it /)
    writeFileSync(file, whole)
  }
  for (const at of [0, 12, 16, 30, 60, 200, 2_500_000, whole.length - 2]) {
    const damaged = Buffer.from(whole)
    damaged[at]! ^= 0x20
    writeFileSync(file, damaged)
    await expect(readAll(), String(at)).rejects.toThrow(/^it/)
  }
  writeFileSync(file, Buffer.concat([whole, Buffer.alloc(8)]))
  await expect(readAll()).rejects.toThrow('bytes instead of')
  writeFileSync(file, 'x'.repeat(1000))
  await expect(readAll()).rejects.toThrow('another kind')
})

test('what is no longer wanted half-way, or cannot be written, leaves what was there before', async () => {
  await write()
  const before = readFileSync(file)
  let asked = 0
  expect(await write(() => ++asked < 3)).toBe(false)
  expect(readFileSync(file).equals(before)).toBe(true)
  expect(readdirSync(path.dirname(file))).toEqual(['saved'])
  await expect(writeSegmentFile(path.join(file, 'below'), {}, segments, () => true)).rejects.toThrow('EEXIST')
})

test('several servers write at once, and what a killed one has left is removed', async () => {
  await write()
  const left = `${file}.left.tmp`
  writeFileSync(left, 'x')
  const longAgo = Date.now() / 1000 - 7200
  utimesSync(left, longAgo, longAgo)
  expect(await Promise.all(Array.from({ length: 5 }, () => write()))).toEqual([true, true, true, true, true])
  expect((await readAll()).segments).toHaveLength(segments.length)
  expect(readdirSync(path.dirname(file))).toEqual(['saved'])
})
