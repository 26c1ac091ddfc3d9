import { join } from 'node:path'
import { codeSize } from '../code-size.ts'
import type { Figure, Row } from '../figure.ts'

const rooms = ['common', 'server', 'web']

/** The size of the core. */
export const code: Figure = {
  id: 'code',
  about: 'lines and files of core/common, core/server and core/web, without tests',
  async measure({ root }) {
    const sizes = rooms.map(room => ({ room, ...codeSize(join(root, 'core', room)) }))
    const perRoom = sizes.map(({ room, lines }): Row => ({ name: `core/${room}`, value: lines, unit: 'lines' }))
    return [
      ...perRoom,
      { name: 'The whole core', value: sizes.reduce((sum, { lines }) => sum + lines, 0), unit: 'lines' },
      { name: 'The whole core', value: sizes.reduce((sum, { files }) => sum + files, 0), unit: 'files' },
    ]
  },
}
