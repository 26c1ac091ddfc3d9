import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openWorkFolder, removeLeftFolders } from './work-folders.ts'

test('folders of processes that were killed are removed; those of living ones, of other hosts and of others are not', async () => {
  const parent = mkdtempSync(path.join(tmpdir(), 'portico-work-'))
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  try {
    const mine = await openWorkFolder('task', parent)
    const made = [
      `portico-task-${child.pid}-00000000@${hostname()}-aaaaaa`,
      `portico-dry-run-${process.pid}-00000000@${hostname()}-bbbbbb`,
      `portico-task-999999999-00000000@elsewhere-cccccc`,
      'portico-other-1@x-dddddd',
    ]
    for (const name of made) {
      mkdirSync(path.join(parent, name))
      writeFileSync(path.join(parent, name, 'file'), 'x')
    }
    // What has the id of this process and is not its own was left by an earlier one.
    await removeLeftFolders(parent)
    expect(readdirSync(parent).sort()).toEqual([made[0], made[2], made[3], path.basename(mine.place)].sort())
    child.kill('SIGKILL')
    await once(child, 'close')
    await removeLeftFolders(parent)
    expect(readdirSync(parent).sort()).toEqual([made[2], made[3], path.basename(mine.place)].sort())
    await mine.close()
    expect(readdirSync(parent)).not.toContain(path.basename(mine.place))
  } finally {
    child.kill('SIGKILL')
    rmSync(parent, { recursive: true, force: true })
  }
})
