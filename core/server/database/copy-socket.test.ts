import { expect, test } from 'vitest'
import { createCopySplitter, type CopySink } from './copy-socket.ts'

function message(kind: string, payload: string): Buffer {
  const body = Buffer.from(payload)
  const header = Buffer.alloc(5)
  header.write(kind)
  header.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([header, body])
}

/** What goes where when the bytes come in pieces of a length. */
function split(bytes: Buffer, length: number, hasSink = true) {
  const passed: Buffer[] = []
  const rows: string[] = []
  const sink: CopySink = payload => rows.push(payload.toString())
  const push = createCopySplitter({ pass: part => passed.push(Buffer.from(part)), sink: () => (hasSink ? sink : undefined) })
  // One buffer for all pieces, as on a socket: nothing may rely on the piece before.
  const piece = Buffer.alloc(length)
  for (let at = 0; at < bytes.length; at += length) push(piece.subarray(0, bytes.copy(piece, 0, at, at + length)))
  return { passed: Buffer.concat(passed).toString('latin1'), rows }
}

const others = [message('H', 'ready to copy'), message('N', 'a notice'), message('c', ''), message('C', 'COPY 3'), message('Z', 'I')]
const rows = ['one', '', 'a longer row, in which d and 0000 come, '.repeat(20), 'Größe']
const [opening, notice, ...ending] = others as [Buffer, Buffer, ...Buffer[]]
const stream = Buffer.concat([
  opening,
  ...rows.slice(0, 2).map(row => message('d', row)),
  notice,
  ...rows.slice(2).map(row => message('d', row)),
  ...ending,
])

test('rows of a copy and everything else are told apart, wherever the pieces end', () => {
  for (let length = 1; length <= stream.length; length++) {
    const { passed, rows: taken } = split(stream, length)
    expect(taken.filter(row => row !== '')).toEqual(rows.filter(row => row !== ''))
    expect(passed).toBe(Buffer.concat(others).toString('latin1'))
  }
})

test('without somebody who wants the rows everything is passed on', () => {
  for (const length of [1, 7, 4096]) expect(split(stream, length, false)).toEqual({ passed: stream.toString('latin1'), rows: [] })
})
